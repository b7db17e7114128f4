import { readLocalPath } from "../grammar/read-reference.ts";
import { isList, isObject, memberOf, type Json, type JsonObject } from "../values/json.ts";

function step(value: Json | undefined, name: string): Json | undefined {
  if (isList(value)) return /^(?:0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined;
  return isObject(value) ? memberOf(value, name) : undefined;
}

/** References that lead to references are followed so far; circles end there. */
const mostSteps = 32;

/** Finds what references within a document name; each is looked up once. */
export function makeFinder(document: JsonObject) {
  const known = new Map<string, Json | undefined>();
  const find = (reference: string): Json | undefined => {
    if (known.has(reference)) return known.get(reference);
    const found = readLocalPath(reference)?.reduce<Json | undefined>(step, document);
    known.set(reference, found);
    return found;
  };
  const follow = (object: JsonObject): JsonObject | null => {
    let at = object;
    for (let count = 0; count < mostSteps; count += 1) {
      const reference = memberOf(at, "$ref");
      if (typeof reference !== "string") return at;
      const next = find(reference);
      if (!isObject(next)) return null;
      at = next;
    }
    return null;
  };
  return { find, follow };
}
