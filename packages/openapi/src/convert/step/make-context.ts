import { walkObjects } from "../../grammar/walk-objects.ts";
import { makeFinder } from "../../rules/find-reference.ts";
import { writePointer } from "@lintel/json/pointer";
import { isCompound, isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import type { RuleContext } from "../model/rule.types.ts";
import { encodeFragment } from "../rules/renamed-places.ts";

/**
 * Limits on the number of values that may be copied into the result, and on the depth of copies.
 */
const maxCopied = 100_000;
const maxDepth = 60;

function countValues(value: Json, most: number): number {
  const waiting: Json[] = [value];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined && count <= most; next = waiting.pop()) {
    count += 1;
    if (isCompound(next)) {
      for (const inner of Object.values<Json>(next)) waiting.push(inner);
    }
  }
  return count;
}

/** The schemas with names of their own, by `#anchor` and by `$id`. */
function listAnchored(document: JsonObject): ReadonlyMap<string, string> {
  const anchored = new Map<string, string>();
  walkObjects(document, "document", (object, kind, path) => {
    if (kind !== "schema") return;
    const found = [
      ...["$anchor", "$dynamicAnchor"].map((name) => [name, "#"] as const),
      ["$id", ""] as const,
    ];
    for (const [name, before] of found) {
      const value = memberOf(object, name);
      const key = typeof value === "string" ? before + value : null;
      if (key === null || anchored.has(key)) continue;
      anchored.set(key, `#${encodeFragment(writePointer(path))}`);
    }
  });
  return anchored;
}

/** What rules can look up in the document at the start of a step. */
export function makeContext(document: JsonObject, state: { readonly depth: number }): RuleContext {
  const { follow } = makeFinder(document);
  let anchored: ReadonlyMap<string, string> | null = null;
  let copied = 0;
  return {
    follow,
    schemeType(name) {
      const components = memberOf(document, "components");
      const schemes = memberOf(components, "securitySchemes");
      const scheme = memberOf(schemes, name);
      const type = isObject(scheme) ? memberOf(follow(scheme) ?? {}, "type") : undefined;
      return typeof type === "string" ? type : null;
    },
    findAnchored(reference) {
      anchored ??= listAnchored(document);
      return anchored.get(reference) ?? null;
    },
    allowCopy(value) {
      if (state.depth > maxDepth || copied > maxCopied) return false;
      copied += countValues(value, maxCopied - copied);
      return copied <= maxCopied;
    },
  };
}
