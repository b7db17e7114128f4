import { followMembers } from "@lintel/openapi/view";
import { stepInto, type Place } from "@lintel/json/place";
import { isAlike } from "../document/sameness.ts";
import type { Direction } from "../model/result.types.ts";
import { responseRules } from "../rules/response.rules.ts";
import { compareContent } from "./compare-content.ts";
import { compareHeaders } from "./compare-headers.ts";
import { compareTexts } from "./compare-texts.ts";
import type { Comparison, PlacePair } from "./comparison.types.ts";
import { isSuccess, matchStatuses } from "./match-statuses.ts";

export function compareResponses(
  comparison: Comparison,
  { before, after, tally }: PlacePair,
  direction: Direction,
): void {
  if (comparison.isSame(before.value, after.value)) return;
  const from = listStatuses(followMembers(comparison.before, before));
  const to = listStatuses(followMembers(comparison.after, after));
  const { pairs, lost, gained } = matchStatuses([...from.keys()], [...to.keys()]);
  for (const [oldStatus, newStatus] of pairs) {
    const [old, now] = [from.get(oldStatus), to.get(newStatus)];
    if (old === undefined || now === undefined) continue;
    compareResponse(comparison, { before: old, after: now, tally }, direction);
  }
  for (const status of lost) {
    const rule = isSuccess(status) ? responseRules.removed : responseRules.errorRemoved;
    const at = from.get(status)?.at ?? before.at;
    comparison.recorder.record({ rule, direction, at, tally, name: status, before: status });
  }
  for (const status of gained) {
    const rule = isSuccess(status) ? responseRules.added : responseRules.errorAdded;
    const at = to.get(status)?.at ?? after.at;
    comparison.recorder.record({ rule, direction, at, tally, name: status, after: status });
  }
}

function listStatuses(responses: ReadonlyMap<string, Place>): Map<string, Place> {
  const byStatus = new Map<string, Place>();
  for (const [key, place] of responses) {
    if (key.startsWith("x-")) continue;
    byStatus.set(key === "default" ? key : key.toUpperCase(), place);
  }
  return byStatus;
}

function compareResponse(comparison: Comparison, pair: PlacePair, direction: Direction): void {
  const { before, after, tally } = pair;
  if (comparison.isSame(before.value, after.value)) return;
  const step = (name: string): PlacePair => ({
    before: stepInto(before, name),
    after: stepInto(after, name),
    tally,
  });
  compareTexts(comparison, pair, direction);
  compareHeaders(comparison, step("headers"), direction);
  compareContent(comparison, step("content"), direction);
  const links = step("links");
  if (isAlike(links.before.value, links.after.value)) return;
  comparison.recorder.record({
    rule: responseRules.linksChanged,
    direction,
    at: links.after.value === undefined ? links.before.at : links.after.at,
    tally,
    before: links.before.value,
    after: links.after.value,
  });
}
