import fc from "fast-check";
import { parseExact } from "../parse/parse-exact.ts";
import { isCompound, setMember, type DraftObject, type Json } from "@lintel/json/value";

/** Names that break programs: prototypes, integers (which JavaScript puts first), markers, NUL. */
export const hostileNames = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "",
  "0",
  "200",
  "2XX",
  "default",
  "$ref",
  "x-extension",
  "/",
  "/{id}",
  "~1",
  "a\0b",
  "\ud800",
  "get",
  "query",
  "parameters",
  "content",
  "schema",
  "in",
  "<<",
] as const;

export const hostileName = fc.oneof(fc.constantFrom(...hostileNames), fc.string());

/** Any JSON value, with hostile names and members of OpenAPI. */
export const anyJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, 0, -1.5, "", "text", "querystring", [], {}),
    fc.string(),
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .array(fc.tuple(hostileName, tie("value")), { maxLength: 5 })
      .map((entries) => entries.reduce<DraftObject>(putEntry, {})),
  ),
})).value;

function putEntry(draft: DraftObject, [name, value]: [string, Json]): DraftObject {
  setMember(draft, name, value);
  return draft;
}

/** One change of a document, at the place that `at` selects. */
export const anyChange = fc.record({
  kind: fc.constantFrom("delete", "retype", "move", "rename", "reverse"),
  at: fc.nat(),
  other: fc.nat(),
  name: hostileName,
  value: anyJson,
});

export type Change = typeof anyChange extends fc.Arbitrary<infer T> ? T : never;

type Container = Json[] | DraftObject;

function listContainers(value: Json, found: Container[] = []): Container[] {
  if (!isCompound(value)) return found;
  found.push(value as Container);
  for (const inner of Object.values(value)) listContainers(inner, found);
  return found;
}

/** Replaces the entries of an object or list, in order. */
function refill(container: Container, entries: readonly (readonly [string, Json])[]): void {
  if (Array.isArray(container)) {
    container.splice(0, container.length, ...entries.map(([, value]) => value));
    return;
  }
  for (const name of Object.keys(container)) delete container[name];
  for (const [name, value] of entries) setMember(container, name, value);
}

const copyOf = (value: Json) => parseExact(JSON.stringify(value));

function change(root: Json, { kind, at, other, name, value: given }: Change): void {
  const value = copyOf(given);
  const containers = listContainers(root);
  const container = containers[at % containers.length] as Container;
  const entries = Object.entries<Json>(container);
  const index = entries.length === 0 ? 0 : other % entries.length;
  const [oldName = name, oldValue = value] = entries[index] ?? [];
  if (kind === "reverse") return refill(container, entries.reverse());
  if (kind === "move") {
    const target = containers[other % containers.length] as Container;
    return refill(target, [...Object.entries<Json>(target), [oldName, copyOf(oldValue)]]);
  }
  if (kind === "delete") entries.splice(index, 1);
  else entries.splice(index, 1, kind === "rename" ? [name, oldValue] : [oldName, value]);
  refill(container, entries);
}

/** A copy of a value after some changes, each at a place that the value has at that time. */
export function mutateJson(value: Json, changes: readonly Change[]): Json {
  const copy = copyOf(value);
  for (const each of changes) change(copy, each);
  return copy;
}
