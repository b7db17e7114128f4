import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Design } from "../model/design.types.ts";
import { parseDocument } from "../parse/parse-document.ts";
import { corpusNames, readCorpus } from "../testing/corpus.ts";
import { anyChange, mutateJson } from "../testing/mutate-json.ts";
import { readPointer } from "@lintel/json/pointer";
import { isObject, type Json, type JsonObject } from "@lintel/json/value";
import { mergeDesigns } from "./merge-designs.ts";
import { findOwner } from "./identity/row-keys.ts";
import { rowKinds } from "./identity/row-kinds.ts";
import type { MergeConflict, Three } from "./model/merge.types.ts";
import { mergeDocuments, splitAs } from "./testing/merge-documents.ts";

const text = (value: unknown) => JSON.stringify(value);

/** Every row has a unique id, and every owner exists. */
function expectSound(design: Design): void {
  const idsOf = new Map(rowKinds.map(({ list }) => [list, design[list].map(({ id }) => id)]));
  const all = [...idsOf.values()].flat();
  expect(new Set(all).size).toBe(all.length);
  const sets = new Map([...idsOf].map(([list, ids]) => [list, new Set(ids)]));
  const orphans = rowKinds.flatMap((kind) =>
    [...design[kind.list]].filter((row) => {
      const owner = findOwner(kind, row);
      return owner !== null && sets.get(owner.list)?.has(owner.id) !== true;
    }),
  );
  expect(orphans).toEqual([]);
}

function expectLaws({ base, mine, theirs }: Three<JsonObject>): void {
  const before = text([base, mine, theirs]);
  const untouched = mergeDocuments({ base, mine: base, theirs });
  expect(text(untouched.document)).toBe(text(theirs));
  expect(untouched.conflicts).toEqual([]);
  const unchanged = mergeDocuments({ base, mine, theirs: base });
  expect(text(unchanged.document)).toBe(text(mine));
  expect([unchanged.changes, unchanged.conflicts]).toEqual([[], []]);
  expect(text(unchanged.design)).toBe(text(splitAs("m", mine)));
  const agreed = mergeDocuments({ base, mine, theirs: mine });
  expect(text(agreed.document)).toBe(text(mine));
  expect([agreed.changes, agreed.conflicts]).toEqual([[], []]);
  for (const { design } of [untouched, unchanged, agreed]) expectSound(design);
  expect(text([base, mine, theirs])).toBe(before);
}

/** The subject of a conflict. Its pointer depends on other decisions of the merge. */
const about = ({ entity, base, mine, theirs }: MergeConflict) =>
  text([entity, base ?? 0, mine ?? 0, theirs ?? 0]);

/** Whether a conflict is about the place of a path or an endpoint, which is a text. */
const isMovedApart = ({ entity, pointer, base }: MergeConflict) =>
  typeof base === "string" &&
  (["path", "endpoint"] as const).some(
    (each, at) => each === entity && readPointer(pointer).length === at + 2,
  );

function expectSymmetry(three: Three<JsonObject>): void {
  const kept = mergeDocuments(three, "mine");
  const taken = mergeDocuments(three, "theirs");
  // If both sides moved something to different places, other conflicts depend on where it stays.
  if (!kept.conflicts.some(isMovedApart)) {
    expect(taken.conflicts.map(about).sort()).toEqual(kept.conflicts.map(about).sort());
  }
  for (const [prefer, merged] of [
    ["mine", kept],
    ["theirs", taken],
  ] as const) {
    expectSound(merged.design);
    expect(merged.conflicts.every((conflict) => conflict.kept === prefer)).toBe(true);
    const isSame = text(merged.document) === text(three.mine);
    expect(merged.changes.length === 0).toBe(isSame);
  }
}

/** Equal except for the order of members and items. */
function sortDeep(value: Json): Json {
  if (Array.isArray(value)) {
    const items = (value as Json[]).map((item) => text(sortDeep(item)));
    return items.sort();
  }
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return names.map((name) => [name, sortDeep(value[name] as Json)]);
}

/** With the same preferred document, the sides can be exchanged: only ids and order differ. */
function expectSameFromBothSides({ base, mine, theirs }: Three<JsonObject>): void {
  const one = mergeDocuments({ base, mine, theirs }, "mine");
  const other = mergeDocuments({ base, mine: theirs, theirs: mine }, "theirs");
  expect(text(sortDeep(one.document))).toBe(text(sortDeep(other.document)));
  expect(one.conflicts.length).toBe(other.conflicts.length);
}

/** Different designs may have the same ids by chance. */
function expectSoundWithSameIds({ base, mine, theirs }: Three<JsonObject>): void {
  let count = 0;
  const designs = {
    base: splitAs("a", base),
    mine: splitAs("a", mine),
    theirs: splitAs("a", theirs),
  };
  const newId = () => `a${(count += 1)}`;
  const { design } = mergeDesigns(designs, { newId });
  expectSound(design);
  const idsOf = ({ endpoints }: Design) => endpoints.map(({ id }) => id);
  const unchanged = mergeDesigns({ ...designs, theirs: designs.base }, { newId });
  expect(idsOf(unchanged.design)).toEqual(idsOf(designs.mine));
}

const numRuns = 300;

const changes = fc.array(anyChange, { minLength: 1, maxLength: 5 });

/** Documents that two sides changed independently. */
const threeOf = (documents: readonly JsonObject[]): fc.Arbitrary<Three<JsonObject>> =>
  fc
    .tuple(fc.nat({ max: documents.length - 1 }), changes, changes)
    .map(([at, left, right]) => {
      const base = documents[at] as Json;
      return { base, mine: mutateJson(base, left), theirs: mutateJson(base, right) };
    })
    .filter((three): three is Three<JsonObject> => Object.values(three).every(isObject));

const operation = (operationId: string): JsonObject => ({
  operationId,
  parameters: [{ name: "a", in: "query", schema: { type: "string", enum: ["a", "b"] } }],
  requestBody: { content: { "application/json": { schema: { properties: { a: {}, b: {} } } } } },
  responses: { "200": { description: "", headers: { "X-A": {} } }, default: { description: "" } },
  security: [{ key: [] }, {}],
  tags: ["a", "b"],
});

const small: readonly JsonObject[] = [
  {
    openapi: "3.2.0",
    info: { title: "a", version: "1", license: { name: "MIT" } },
    servers: [{ url: "/a" }, { url: "/b" }],
    tags: [{ name: "a" }, { name: "b", description: "B" }],
    paths: {
      "/a/{id}": {
        parameters: [{ name: "id", in: "path", required: true }],
        get: operation("getA"),
        put: operation("putA"),
      },
      "/b": { query: operation("queryB"), "x-note": 1 },
      "/c": {},
    },
    components: {
      schemas: { a: { allOf: [{ $ref: "#/components/schemas/b" }, {}] }, b: { required: ["a"] } },
      mediaTypes: { m: {} },
    },
    webhooks: { w: { post: operation("postW") } },
  },
  { openapi: "3.0.3", paths: { "/a": { get: operation("a") }, "/b": { get: operation("b") } } },
];

const anyOperation = fc.record(
  {
    operationId: fc.constantFrom("one", "two", "three"),
    summary: fc.constantFrom("a", "b"),
    tags: fc.subarray(["a", "b", "c"]),
  },
  { requiredKeys: [] },
);

/** Path items with few names, so that endpoints are renamed, moved and collide. */
const crowded: fc.Arbitrary<JsonObject> = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom("/a/{x}", "/a/{y}", "/b", "/c", "/{x}", "/{z}"),
      fc.record(
        {
          get: anyOperation,
          put: anyOperation,
          parameters: fc.constantFrom<Json>([], [{ name: "x", in: "path" }]),
        },
        { requiredKeys: [] },
      ),
    ),
    { selector: ([path]) => path, maxLength: 5 },
  )
  .map((entries) => ({ openapi: "3.1.0", paths: Object.fromEntries<Json>(entries) }));

const anyThree: Record<string, fc.Arbitrary<Three<JsonObject>>> = {
  "that were changed": threeOf(small),
  "with endpoints that move": fc.record({ base: crowded, mine: crowded, theirs: crowded }),
};

describe.each(Object.entries(anyThree))("any three documents %s", (_, three) => {
  it.each([
    ["merge to the other side where one is as imported, and to both where they agree", expectLaws],
    [
      "have the same conflicts whichever side is preferred, and changes where mine changes",
      expectSymmetry,
    ],
    ["merge to the same from both sides", expectSameFromBothSides],
    ["have rows with ids of their own, also where both sides use the same", expectSoundWithSameIds],
  ])("%s", (__, check) => {
    fc.assert(fc.property(three, check), { numRuns });
  });
});

/** Parts of a document that state their place, so that edits can be distinguished. */
const edit = (document: JsonObject, path: string, member: string): JsonObject => {
  const copy = JSON.parse(text(document)) as { paths: Record<string, Record<string, JsonObject>> };
  const pathItem = copy.paths[path] ?? {};
  for (const [method, each] of Object.entries(pathItem)) {
    if (method !== "parameters") pathItem[method] = { ...each, [member]: `new ${member}` };
  }
  return copy;
};

describe("edits of different things", () => {
  const document: JsonObject = {
    openapi: "3.1.0",
    paths: Object.fromEntries(
      Array.from({ length: 6 }, (_, at) => [`/p${at}`, { get: operation(`o${at}`), delete: {} }]),
    ),
  };
  const place = fc.record({
    path: fc.nat({ max: 5 }).map((at) => `/p${at}`),
    member: fc.constantFrom("summary", "description", "x-a", "operationId"),
  });
  const apart = fc
    .tuple(place, place)
    .filter(([left, right]) => left.path !== right.path || left.member !== right.member);
  type Edit = { readonly path: string; readonly member: string };

  it("all survive, whatever they are", () => {
    const check = ([left, right]: readonly [Edit, Edit]) => {
      const three = {
        base: document,
        mine: edit(document, left.path, left.member),
        theirs: edit(document, right.path, right.member),
      };
      const merged = mergeDocuments(three);
      expect(merged.conflicts).toEqual([]);
      const wanted = edit(three.mine, right.path, right.member);
      expect(merged.document).toEqual(wanted);
      const idOf = (design: Design) => design.endpoints.map(({ id }) => id);
      expect(idOf(merged.design)).toEqual(idOf(merged.mine));
    };
    fc.assert(fc.property(apart, check), { numRuns: 150 });
  });
});

describe("the corpus", () => {
  const documents = corpusNames
    .filter((name) => readCorpus(name).length < 50_000)
    .map((name) => parseDocument(readCorpus(name)).value);

  it("keeps the laws after any changes", () => {
    fc.assert(fc.property(threeOf(documents), expectLaws), { numRuns: 150 });
    fc.assert(fc.property(threeOf(documents), expectSymmetry), { numRuns: 150 });
  });
});
