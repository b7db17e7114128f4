import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { splitDocument } from "@lintel/openapi/design-document";
import { listDesignUsages } from "@lintel/openapi/usages";
import type { JsonObject } from "@lintel/json/value";
import type { ResponseBody, TestResponse } from "../../testing/request.ts";
import { importText, openSpecScene, type MadeSpec, type SpecScene } from "../specs/spec.testing.ts";

// Creates, renames, links and deletes components. A small model knows what uses what. After every
// step it is compared with the server's counts and the exported document.

let scene: SpecScene;

beforeAll(async () => {
  scene = await openSpecScene();
});

const kinds = ["schemas", "responses", "headers", "securitySchemes"] as const;
type Kind = (typeof kinds)[number];

/** A component of the model. `uses` lists keys of other components, or its own, in order. */
interface Modelled {
  readonly kind: Kind;
  name: string;
  uses: readonly number[];
}

/** All components, by a key that a rename does not change, so that uses stay valid. */
interface Model {
  readonly components: Map<number, Modelled>;
  next: number;
}

interface Real {
  readonly spec: MadeSpec;
  readonly ids: Map<number, string>;
}

const send = (
  { spec }: Real,
  method: Parameters<SpecScene["send"]>[0],
  path: string,
  body?: unknown,
): Promise<TestResponse> =>
  scene.send(method, `/${spec.specId}/versions/${spec.versionId}/components${path}`, body);

const refOf = ({ kind, name }: Modelled) => ({ $ref: `#/components/${kind}/${name}` });

/** Content of any kind has room for references to each of these. */
function write(model: Model, kind: Kind, uses: readonly number[]): JsonObject {
  const used = uses.map((key) => model.components.get(key) as Modelled);
  const schemas = used.filter((each) => each.kind === "schemas");
  const headers = used.filter((each) => each.kind === "headers").map(refOf);
  if (kind === "schemas") {
    const mapping = Object.fromEntries(schemas.map(({ name }, at) => [`m${at}`, name]));
    const all = { allOf: schemas.map(refOf) };
    return schemas.length === 0 ? all : { ...all, discriminator: { propertyName: "k", mapping } };
  }
  const content = { "application/json": { schema: { anyOf: schemas.map(refOf) } } };
  if (kind === "responses") {
    const entries = headers.map((ref, at) => [`H${at}`, ref] as const);
    return { description: "r", headers: Object.fromEntries(entries), content };
  }
  return kind === "headers" ? { content } : { type: "http", scheme: "bearer" };
}

/** How many references `write` puts into the content of a kind for one use of another. */
function countWritten(owner: Kind, used: Kind): number {
  if (used === "schemas") return owner === "schemas" ? 2 : owner === "securitySchemes" ? 0 : 1;
  return used === "headers" && owner === "responses" ? 1 : 0;
}

function countUses({ components }: Model, key: number): number {
  const target = components.get(key) as Modelled;
  let count = 0;
  for (const [ownerKey, owner] of components) {
    if (ownerKey === key) continue;
    const times = owner.uses.filter((each) => each === key).length;
    count += times * countWritten(owner.kind, target.kind);
  }
  return count;
}

const isTaken = ({ components }: Model, kind: Kind, name: string) =>
  [...components.values()].some((each) => each.kind === kind && each.name === name);

const pickKey = ({ components }: Model, at: number): number | undefined =>
  [...components.keys()][at % Math.max(components.size, 1)];

const pickUses = ({ components }: Model, ats: readonly number[]): number[] => {
  const keys = [...components.keys()];
  return keys.length === 0 ? [] : ats.map((at) => keys[at % keys.length] as number);
};

async function check(model: Model, real: Real): Promise<void> {
  const listed = (await send(real, "GET", "?includeUsageCounts=true&take=100")).body;
  const items = listed["items"] as unknown as ResponseBody[];
  const counts = new Map(items.map((item) => [String(item["id"]), Number(item["usageCount"])]));
  expect(counts.size).toBe(model.components.size);
  for (const key of model.components.keys()) {
    expect(counts.get(real.ids.get(key) ?? ""), String(key)).toBe(countUses(model, key));
  }
  const { specId, versionId } = real.spec;
  const exported = await scene.send("GET", `/${specId}/versions/${versionId}/document`);
  const document = exported.body as unknown as JsonObject;
  const components = (document["components"] ?? {}) as Record<string, JsonObject>;
  const { design } = splitDocument(document, { newId: randomUUID });
  for (const { targetKind, target } of listDesignUsages(design)) {
    expect(components[targetKind] ?? {}, target).toHaveProperty([target]);
  }
  for (const { kind, name, uses } of model.components.values()) {
    expect(components[kind]?.[name]).toEqual(write(model, kind, uses));
  }
}

type Command = fc.AsyncCommand<Model, Real>;

const isAny = ({ components }: Readonly<Model>) => components.size > 0;

const create = (kind: Kind, name: string, ats: readonly number[]): Command => ({
  check: () => true,
  toString: () => `create ${kind} ${name} using ${ats.join()}`,
  async run(model, real) {
    const uses = pickUses(model, ats);
    const wasTaken = isTaken(model, kind, name);
    const content = write(model, kind, uses);
    const answer = await send(real, "POST", "", { kind, name, content });
    expect(answer.status, answer.text).toBe(wasTaken ? 409 : 201);
    if (!wasTaken) {
      const key = (model.next += 1);
      model.components.set(key, { kind, name, uses });
      real.ids.set(key, String(answer.body["id"]));
    }
    await check(model, real);
  },
});

/** Renames, rewrites the content, or both. */
const update = (at: number, name: string | null, ats: readonly number[] | null): Command => ({
  check: isAny,
  toString: () => `update ${at} to ${name} using ${ats?.join() ?? "the same"}`,
  async run(model, real) {
    const key = pickKey(model, at) as number;
    const component = model.components.get(key) as Modelled;
    const uses = ats === null ? null : pickUses(model, ats);
    const path = `/${real.ids.get(key)}`;
    const wasTaken =
      name !== null && name !== component.name && isTaken(model, component.kind, name);
    const answer = await send(real, "PATCH", path, {
      rowVersion: (await send(real, "GET", path)).body["rowVersion"],
      ...(name === null ? {} : { name }),
      ...(uses === null ? {} : { content: write(model, component.kind, uses) }),
    });
    expect(answer.status, answer.text).toBe(wasTaken ? 409 : 200);
    if (!wasTaken) {
      component.name = name ?? component.name;
      component.uses = uses ?? component.uses;
    }
    await check(model, real);
  },
});

const remove = (at: number): Command => ({
  check: isAny,
  toString: () => `delete ${at}`,
  async run(model, real) {
    const key = pickKey(model, at) as number;
    const usageCount = countUses(model, key);
    const answer = await send(real, "DELETE", `/${real.ids.get(key)}`);
    if (usageCount > 0) {
      expect(answer.body).toMatchObject({ code: "IN_USE", usageCount });
    } else {
      expect(answer.status, answer.text).toBe(204);
      model.components.delete(key);
      // A use that writes no reference (a scheme in a schema) ends when its target is deleted.
      for (const each of model.components.values()) {
        each.uses = each.uses.filter((used) => used !== key);
      }
    }
    await check(model, real);
  },
});

const kind = fc.constantFrom(...kinds);
const name = fc.constantFrom("Pet", "pet", "Pet.1", "a-b_c", "200");
const at = fc.nat({ max: 20 });
const uses = fc.array(at, { maxLength: 3 });

const commands = fc.commands(
  [
    fc.tuple(kind, name, uses).map((fields) => create(...fields)),
    fc.tuple(at, fc.option(name), fc.option(uses)).map((fields) => update(...fields)),
    at.map((each) => remove(each)),
  ],
  { maxCommands: 20, size: "max" },
);

describe("components", () => {
  it("keep counts, names and references consistent through any changes", async () => {
    const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {} };
    let run = 0;
    await fc.assert(
      fc.asyncProperty(commands, async (steps) => {
        run += 1;
        const spec = await importText(scene, JSON.stringify(document), { name: `Model ${run}` });
        const setup = () => ({
          model: { components: new Map<number, Modelled>(), next: 0 },
          real: { spec, ids: new Map<number, string>() },
        });
        await fc.asyncModelRun(setup, steps);
      }),
      { numRuns: 6, endOnFailure: true },
    );
    expect(run).toBeGreaterThanOrEqual(6);
  });
});
