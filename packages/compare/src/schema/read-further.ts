import { isObject } from "@lintel/json/value";
import type { Place } from "@lintel/json/place";
import type { Side } from "./pair.types.ts";
import { anyPlace } from "./read-shape.ts";
import type { SchemaView } from "./schema-view.types.ts";

/** What several schemas ask for at once; of none, everything is allowed. */
export function conjoinAll(side: Side, places: readonly Place[]): Place {
  return places.length === 0 ? anyPlace : side.schemas.conjoin(places);
}

/**
 * What members have to match that nothing evaluates. Where the same schema, or one within it, says
 * what all further members are, none is left; what stands beside it is not seen from within.
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

/** Two demands at once, of which either may say nothing. */
export function joinDemands(side: Side, left: Place, right: Place): Place {
  return conjoinAll(
    side,
    [left, right].filter(({ value }) => value !== undefined),
  );
}
