import type { DocumentView } from "@lintel/openapi/view";
import { isObject, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";

/** Keywords next to a reference that do not change the allowed values. */
const soft = new Set([
  "title",
  "summary",
  "description",
  "example",
  "examples",
  "externalDocs",
  "$comment",
  "readOnly",
  "writeOnly",
]);

const maxSteps = 100;

function isSoft(keyword: string): boolean {
  return soft.has(keyword) || keyword.startsWith("x-");
}

/** The schema that a schema only wraps: the target of `$ref`, or the one member of `allOf`. */
function peel(document: DocumentView, place: Place): { inner: Place; notes: string[] } | null {
  const { value } = place;
  if (!isObject(value)) return null;
  const reference = textOf(value["$ref"]);
  const target = reference === null ? null : document.find(reference);
  if (target !== null && document.is30) return { inner: target, notes: [] };
  const notes = Object.keys(value).filter((key) => key !== "$ref" && key !== "allOf");
  if (!notes.every(isSoft)) return null;
  const members = value["allOf"];
  if (target !== null) return members === undefined ? { inner: target, notes } : null;
  if (reference !== null || !Array.isArray(members) || members.length !== 1) return null;
  return { inner: stepInto(stepInto(place, "allOf"), "0"), notes };
}

/**
 * Finds the schema behind references, so that a shared schema is compared once. `notes` are the
 * annotations of the wrappers.
 */
export function unwrap(
  document: DocumentView,
  place: Place,
): { readonly inner: Place; readonly notes: readonly string[] } {
  let inner = place;
  const notes: string[] = [];
  for (let steps = 0; steps < maxSteps; steps += 1) {
    const peeled = peel(document, inner);
    if (peeled === null) break;
    inner = peeled.inner;
    notes.push(...peeled.notes.map((keyword) => (keyword === "example" ? "examples" : keyword)));
  }
  return { inner, notes };
}
