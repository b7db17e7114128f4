import { isObject } from "@lintel/json/value";
import type { Place } from "@lintel/json/place";
import type { Side } from "./pair.types.ts";
import { anyPlace } from "./read-shape.ts";
import type { SchemaView } from "./schema-view.types.ts";

/** The conjunction of several schemas; an empty list allows everything. */
export function conjoinAll(side: Side, places: readonly Place[]): Place {
  return places.length === 0 ? anyPlace : side.schemas.conjoin(places);
}

/**
 * The schema of unevaluated members. If the same schema or a nested one describes all further
 * members, none are unevaluated; a nested schema does not see the keywords next to it.
 */
function listUnevaluated(
  view: SchemaView,
  places: readonly Place[],
  parts: readonly Place[],
  keyword: string,
): readonly Place[] {
  if (places.length === 0) return places;
  const saying = parts.filter(({ value }) => isObject(value) && value[keyword] !== undefined);
  const isOutermost = ({ at }: Place): boolean => at.parent === view.parts[0]?.at;
  return places.filter(
    (place) =>
      !saying.some(({ at }) => at === place.at.parent) &&
      !(isOutermost(place) && saying.length > 0),
  );
}

export function readUnevaluatedProperties(side: Side, view: SchemaView): Place {
  const { unevaluatedProperties: places, objectParts } = view;
  return conjoinAll(side, listUnevaluated(view, places, objectParts, "additionalProperties"));
}

export function readUnevaluatedItems(side: Side, view: SchemaView): Place {
  return conjoinAll(side, listUnevaluated(view, view.unevaluatedItems, view.arrayParts, "items"));
}

/** The conjunction of two schemas, each of which may be missing. */
export function joinDemands(side: Side, left: Place, right: Place): Place {
  return conjoinAll(
    side,
    [left, right].filter(({ value }) => value !== undefined),
  );
}
