import type { Place } from "@lintel/json/place";
import type { Side } from "./pair.types.ts";
import type { SchemaView } from "./schema-view.types.ts";
import { everyType } from "./value-type.ts";

/** The maximum depth of nested properties. */
const deepest = 4;

/** Whether a schema allows every value: it is empty, or has only texts. */
export function restrictsNothing(side: Side, place: Place, depth = 0): boolean {
  if (place.value === undefined) return true;
  const view = side.schemas.read(place);
  return !view.isNever && !hasLimits(view) && hasFreeMembers(side, view, depth);
}

function hasLimits(view: SchemaView): boolean {
  return (
    view.types !== everyType ||
    view.isUnique ||
    [view.values, view.lower, view.upper, view.dependentSchemas].some((limit) => limit !== null) ||
    [...(view.sizes ?? [])].some(([keyword, size]) => keyword.startsWith("max") || size > 0) ||
    (view.required?.size ?? 0) > 0 ||
    [...(view.dependentRequired?.values() ?? [])].some(({ size }) => size > 0) ||
    [view.multiples, view.patterns, view.formats, view.references, view.groups].some(isFilled) ||
    [view.propertyNames, view.contains, view.negations, view.conditions].some(isFilled) ||
    [view.unevaluatedProperties, view.unevaluatedItems, view.arrayParts].some(isFilled)
  );
}

function hasFreeMembers(side: Side, view: SchemaView, depth: number): boolean {
  if (view.objectParts.length === 0) return true;
  const { properties, patterns, additional } = side.shapes.readObject(view);
  const members = [...properties.values(), ...patterns.values(), additional];
  return depth < deepest && members.every((place) => restrictsNothing(side, place, depth + 1));
}

const isFilled = (list: readonly unknown[]): boolean => list.length > 0;
