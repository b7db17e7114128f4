import { readLocalPath } from "../grammar/read-reference.ts";
import { childOf } from "@lintel/json/pointer";
import { isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";

/** The maximum length of a followed chain of references, which also ends circles. */
const maxSteps = 32;

/** Finds the targets of references within a document; each is looked up once. */
export function makeFinder(document: JsonObject) {
  const known = new Map<string, Json | undefined>();
  const find = (reference: string): Json | undefined => {
    if (known.has(reference)) return known.get(reference);
    const found = readLocalPath(reference)?.reduce<Json | undefined>(childOf, document);
    known.set(reference, found);
    return found;
  };
  const follow = (object: JsonObject): JsonObject | null => {
    let at = object;
    for (let count = 0; count < maxSteps; count += 1) {
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
