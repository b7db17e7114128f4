import { isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { editMembers, mapMembers, type Edits } from "../model/edit-members.ts";
import type { ConversionRule, RuleExample, Translation } from "../model/rule.types.ts";
import { renameReference, type RenamedPlace } from "./renamed-places.ts";

type Ways = readonly ["newer", "older"] | readonly ["older", "newer"];

function listEdits(object: JsonObject, rename: (value: Json) => Json): Edits {
  const edits: Record<string, Json> = {};
  for (const name of ["$ref", "operationRef"]) {
    const value = memberOf(object, name);
    if (typeof value === "string" && rename(value) !== value) edits[name] = rename(value);
  }
  const mapping = memberOf(object, "mapping");
  if (isObject(mapping)) {
    const renamed = mapMembers(mapping, rename);
    if (renamed !== mapping) edits["mapping"] = renamed;
  }
  return edits;
}

function translate(places: readonly RenamedPlace[], ways: Ways): Translation {
  const rename = (value: Json) =>
    typeof value === "string" ? renameReference(value, places, ways) : value;
  return {
    watches: ["$ref", "operationRef", "mapping"],
    severity: "info",
    message: "The reference was changed to the new place of its target.",
    apply(object) {
      const edits = listEdits(object, rename);
      return Object.keys(edits).length === 0 ? object : editMembers(object, edits);
    },
  };
}

/** References into places that the other version names differently: see `renamed-places.ts`. */
export const makeReferenceRule = (
  places: readonly RenamedPlace[],
  examples: readonly RuleExample[],
): ConversionRule => ({
  code: "REFERENCE_PLACES",
  summary: "References have the same target, by its name in the other version.",
  spec: "OpenAPI 3.1 §4.8.23 Reference Object",
  kinds: "every",
  down: translate(places, ["newer", "older"]),
  up: translate(places, ["older", "newer"]),
  examples,
});
