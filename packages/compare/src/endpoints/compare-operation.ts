import { listOf } from "@lintel/json/value";
import { stepInto } from "@lintel/json/place";
import { isAlike } from "../document/sameness.ts";
import { endpointRules } from "../rules/endpoint.rules.ts";
import { compareBodies } from "./compare-content.ts";
import { compareParameters } from "./compare-parameters.ts";
import { compareResponses } from "./compare-responses.ts";
import { compareOwnServers } from "./compare-servers.ts";
import { compareSunsets } from "./compare-sunsets.ts";
import { compareDeprecation, compareTexts } from "./compare-texts.ts";
import type { Comparison, OperationPair, PlacePair } from "./comparison.types.ts";

/** Compares an operation without its security and its callbacks. */
export function compareOperation(comparison: Comparison, pair: OperationPair): void {
  const { before, after, flow, tally } = pair;
  const operation: PlacePair = { before: before.operation, after: after.operation, tally };
  const step = (name: string): PlacePair => ({
    before: stepInto(before.operation, name),
    after: stepInto(after.operation, name),
    tally,
  });
  compareTexts(comparison, { before: before.item, after: after.item, tally }, null);
  compareTexts(comparison, operation, null);
  compareDeprecation(comparison, operation, "The endpoint", null);
  compareOperationIds(comparison, step("operationId"));
  compareSunsets(comparison, operation, "the endpoint", null);
  compareTags(comparison, step("tags"));
  compareOwnServers(comparison, pair);
  compareParameters(comparison, pair);
  compareBodies(comparison, step("requestBody"), flow.request);
  compareResponses(comparison, step("responses"), flow.response);
}

function compareOperationIds({ recorder }: Comparison, { before, after, tally }: PlacePair): void {
  const [from, to] = [before.value, after.value];
  if (from === to) return;
  const { operationIdAdded, operationIdChanged } = endpointRules;
  const rule = from === undefined ? operationIdAdded : operationIdChanged;
  const at = to === undefined ? before.at : after.at;
  recorder.record({ rule, direction: null, at, tally, before: from, after: to });
}

function compareTags({ recorder }: Comparison, { before, after, tally }: PlacePair): void {
  const [from, to] = [listOf(before.value), listOf(after.value)];
  if (isAlike(from, to)) return;
  recorder.record({
    rule: endpointRules.tagsChanged,
    direction: null,
    at: after.value === undefined ? before.at : after.at,
    tally,
    before: before.value,
    after: after.value,
  });
}
