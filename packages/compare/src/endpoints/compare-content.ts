import { follow, followMembers } from "@lintel/openapi/view";
import { stepInto, type Place } from "@lintel/json/place";
import { isAlike } from "../document/sameness.ts";
import type { Direction } from "../model/result.types.ts";
import { bodyRules } from "../rules/body.rules.ts";
import { modeOf } from "../schema/mode.ts";
import { compareTexts } from "./compare-texts.ts";
import type { Comparison, PlacePair } from "./comparison.types.ts";
import { matchMediaTypes, type MediaTypeMatch } from "./match-media-types.ts";

/** Compares `content` by media type. */
export function compareContent(
  comparison: Comparison,
  { before, after, tally }: PlacePair,
  direction: Direction,
): void {
  if (comparison.isSame(before.value, after.value)) return;
  const from = followMembers(comparison.before, before);
  const to = followMembers(comparison.after, after);
  // Added or removed content of a message is reported at the place of the content.
  if (from.size === 0 || to.size === 0) return reportAll(comparison, from, to, tally, direction);
  const { matches, lost, gained } = matchMediaTypes([...from.keys()], [...to.keys()]);
  for (const match of matches) {
    const [old, now] = [from.get(match.before), to.get(match.after)];
    if (old === undefined || now === undefined) continue;
    reportRange(comparison, match, { before: old, after: now, tally }, direction);
    compareMediaType(comparison, { before: old, after: now, tally }, direction);
  }
  reportAll(comparison, pick(from, lost), pick(to, gained), tally, direction);
}

function pick(places: ReadonlyMap<string, Place>, names: readonly string[]): Map<string, Place> {
  return new Map([...places].filter(([name]) => names.includes(name)));
}

function reportAll(
  { recorder }: Comparison,
  lost: ReadonlyMap<string, Place>,
  gained: ReadonlyMap<string, Place>,
  tally: PlacePair["tally"],
  direction: Direction,
): void {
  for (const [name, { at }] of lost) {
    recorder.record({ rule: bodyRules.typeRemoved, direction, at, tally, name, before: name });
  }
  for (const [name, { at }] of gained) {
    recorder.record({ rule: bodyRules.typeAdded, direction, at, tally, name, after: name });
  }
}

function reportRange(
  { recorder }: Comparison,
  { kind, before, after }: MediaTypeMatch,
  pair: PlacePair,
  direction: Direction,
): void {
  if (kind === "same") return;
  const rule = kind === "widened" ? bodyRules.typeWidened : bodyRules.typeNarrowed;
  const { tally, after: place } = pair;
  const also = [pair.before.at];
  recorder.record({ rule, direction, at: place.at, also, tally, before, after, name: before });
}

export function compareMediaType(
  comparison: Comparison,
  pair: PlacePair,
  direction: Direction,
): void {
  const { before, after, tally } = pair;
  if (comparison.isSame(before.value, after.value)) return;
  const mode = modeOf(direction);
  for (const keyword of ["schema", "itemSchema"]) {
    comparison.schemas.compare(stepInto(before, keyword), stepInto(after, keyword), mode, tally);
  }
  for (const name of ["encoding", "prefixEncoding", "itemEncoding"]) {
    const [from, to] = [stepInto(before, name), stepInto(after, name)];
    if (isAlike(from.value, to.value)) continue;
    comparison.recorder.record({
      rule: bodyRules.encodingChanged,
      direction,
      at: to.value === undefined ? from.at : to.at,
      tally,
      name,
      before: from.value,
      after: to.value,
    });
  }
  compareTexts(comparison, pair, direction);
}

export function compareBodies(comparison: Comparison, pair: PlacePair, direction: Direction): void {
  const { recorder } = comparison;
  const before = follow(comparison.before, pair.before);
  const after = follow(comparison.after, pair.after);
  const { tally } = pair;
  const isRequired = stepInto(after, "required").value === true;
  if (before.value === undefined && after.value === undefined) return;
  if (before.value === undefined) {
    const rule = isRequired ? bodyRules.addedRequired : bodyRules.added;
    recorder.record({ rule, direction, at: after.at, tally, after: after.value });
    return;
  }
  if (after.value === undefined) {
    const rule = bodyRules.removed;
    recorder.record({ rule, direction, at: before.at, tally, before: before.value });
    return;
  }
  if (comparison.isSame(before.value, after.value)) return;
  if ((stepInto(before, "required").value === true) !== isRequired) {
    const rule = isRequired ? bodyRules.becameRequired : bodyRules.becameOptional;
    recorder.record({
      rule,
      direction,
      at: after.at,
      tally,
      before: !isRequired,
      after: isRequired,
    });
  }
  const places = { before, after, tally };
  compareTexts(comparison, places, direction);
  compareContent(
    comparison,
    { before: stepInto(before, "content"), after: stepInto(after, "content"), tally },
    direction,
  );
}
