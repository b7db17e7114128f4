import { textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import { isAlike } from "../document/sameness.ts";
import type { Direction } from "../model/result.types.ts";
import { endpointRules } from "../rules/endpoint.rules.ts";
import type { Comparison, PlacePair } from "./comparison.types.ts";

/** The sunset date in milliseconds since 1970; null if there is no valid date. */
export function readSunset(place: Place): number | null {
  const time = Date.parse(textOf(stepInto(place, "x-sunset").value) ?? "");
  return Number.isNaN(time) ? null : time;
}

function pickRule(from: number | null, to: number | null, isDeprecated: boolean) {
  const { sunsetAnnounced, sunsetForward, sunsetWithdrawn, sunsetKept } = endpointRules;
  if (from === null) return sunsetAnnounced;
  if (to !== null) return to < from ? sunsetForward : sunsetAnnounced;
  return isDeprecated ? sunsetWithdrawn : sunsetKept;
}

/** Compares the sunset date (`x-sunset`) of an endpoint or a parameter. */
export function compareSunsets(
  { recorder }: Comparison,
  { before, after, tally }: PlacePair,
  name: string,
  direction: Direction | null,
): void {
  const [from, to] = [stepInto(before, "x-sunset"), stepInto(after, "x-sunset")];
  if (isAlike(from.value, to.value)) return;
  recorder.record({
    rule: pickRule(
      readSunset(before),
      readSunset(after),
      stepInto(after, "deprecated").value === true,
    ),
    direction,
    at: to.value === undefined ? from.at : to.at,
    tally,
    name,
    before: from.value,
    after: to.value,
  });
}
