import { toCanonicalText } from "@lintel/json/canonical";
import { isObject, memberOf, objectOf, textOf } from "@lintel/json/value";
import { toReference } from "../document/sameness.ts";
import type { Place } from "@lintel/json/place";
import type { Side } from "./pair.types.ts";
import type { SchemaView } from "./schema-view.types.ts";
import { nameTypes, objectType, splitTypes } from "./value-type.ts";

/** Keys that can identify a branch, the most reliable first; null if the branch has no such key. */
export function readTraits(side: Side, owner: SchemaView, branch: Place): (string | null)[] {
  const view = side.schemas.read(branch);
  const reference = textOf(memberOf(branch.value, "$ref"));
  return [
    readMappedValue(owner, reference),
    reference,
    readTag(side, view),
    textOf(view.notes?.get("title")),
    splitTypes(view.types).length === 1 ? nameTypes(view.types) : null,
  ];
}

/** The discriminator's value for the branch. */
function readMappedValue(owner: SchemaView, reference: string | null): string | null {
  if (owner.discriminator === null || reference === null) return null;
  const mapping = objectOf(objectOf(owner.discriminator.value)["mapping"]);
  const mapped = Object.entries(mapping).find(
    ([, target]) => typeof target === "string" && toReference(target) === reference,
  );
  return mapped?.[0] ?? reference.slice(reference.lastIndexOf("/") + 1);
}

/** A property with a single possible value, such as `kind: {const: "dog"}`. */
function readTag(side: Side, view: SchemaView): string | null {
  if ((view.types & objectType) === 0) return null;
  for (const [name, place] of side.shapes.readObject(view).properties) {
    if (!isObject(place.value)) continue;
    const { values } = side.schemas.read(place);
    if (values?.size === 1) return toCanonicalText([name, ...values.keys()]);
  }
  return null;
}

/** The name of a branch in messages. */
export function nameBranch(side: Side, branch: Place): string {
  const reference = textOf(memberOf(branch.value, "$ref"));
  if (reference !== null) return reference.slice(reference.lastIndexOf("/") + 1);
  const view = side.schemas.read(branch);
  return textOf(view.notes?.get("title")) ?? nameTypes(view.types);
}

/**
 * How similar the described properties of two branches are: 0 for none in common, 1 for equal ones.
 */
export function measureLikeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0 && right.size === 0) return 0;
  let common = 0;
  for (const name of left) if (right.has(name)) common += 1;
  return common / (left.size + right.size - common);
}

export function listProperties(side: Side, branch: Place): ReadonlySet<string> {
  return new Set(side.shapes.readObject(side.schemas.read(branch)).properties.keys());
}
