import { followMembers, type DocumentView } from "@lintel/openapi/view";
import { stepInto, type Place } from "@lintel/json/place";
import type { Direction } from "../model/result.types.ts";
import { responseRules } from "../rules/response.rules.ts";
import { compareSerialization } from "./compare-serialization.ts";
import { compareDeprecation, compareTexts } from "./compare-texts.ts";
import type { Comparison, PlacePair } from "./comparison.types.ts";

interface Header {
  readonly name: string;
  readonly place: Place;
  readonly isRequired: boolean;
}

/** By name in lower case; media types describe Content-Type (OpenAPI 3.2, 4.17). */
function listHeaders(document: DocumentView, headers: Place): Map<string, Header> {
  const list = new Map<string, Header>();
  for (const [name, place] of followMembers(document, headers)) {
    if (name.toLowerCase() === "content-type") continue;
    const isRequired = stepInto(place, "required").value === true;
    list.set(name.toLowerCase(), { name, place, isRequired });
  }
  return list;
}

/** Compares the headers of a response. */
export function compareHeaders(
  comparison: Comparison,
  { before, after, tally }: PlacePair,
  direction: Direction,
): void {
  const from = listHeaders(comparison.before, before);
  const to = listHeaders(comparison.after, after);
  for (const [key, header] of from) {
    const other = to.get(key);
    if (other !== undefined) compareHeader(comparison, header, other, tally, direction);
    else {
      const { requiredHeaderRemoved, headerRemoved } = responseRules;
      const rule = header.isRequired ? requiredHeaderRemoved : headerRemoved;
      const { name } = header;
      comparison.recorder.record({ rule, direction, at: header.place.at, tally, name });
    }
  }
  for (const [key, { name, place }] of to) {
    if (from.has(key)) continue;
    const rule = responseRules.headerAdded;
    comparison.recorder.record({ rule, direction, at: place.at, tally, name });
  }
}

function compareHeader(
  comparison: Comparison,
  from: Header,
  to: Header,
  tally: PlacePair["tally"],
  direction: Direction,
): void {
  const { name } = to;
  if (comparison.isSame(from.place.value, to.place.value)) return;
  if (from.isRequired !== to.isRequired) {
    const { headerBecameRequired, headerBecameOptional } = responseRules;
    const rule = to.isRequired ? headerBecameRequired : headerBecameOptional;
    comparison.recorder.record({ rule, direction, at: to.place.at, tally, name });
  }
  const places = { before: from.place, after: to.place, tally };
  compareSerialization(comparison, places, { direction, name, in: "header", wasIn: "header" });
  compareDeprecation(comparison, places, name, direction);
  compareTexts(comparison, places, direction);
}
