import { eraseVariables } from "@lintel/contract/words/path-template";
import { memberOf, textOf } from "@lintel/json/value";
import { writePointer } from "@lintel/json/place";
import type { EndpointEntry } from "../model/result.types.ts";
import type { Rule } from "../model/rule.types.ts";
import { beginTally, readStatus, readVerdict, type Tally } from "../report/tally.ts";
import { callbackRules } from "../rules/callback.rules.ts";
import { endpointRules } from "../rules/endpoint.rules.ts";
import { compareOperation } from "./compare-operation.ts";
import { prepareSecurity, type CompareSecurity } from "./compare-security.ts";
import {
  apiCalls,
  clientCalls,
  type Comparison,
  type IsRewritten,
  type OperationPair,
  type Owner,
} from "./comparison.types.ts";
import type { Endpoint } from "./list-operations.ts";
import { matchCallbacks } from "./match-callbacks.ts";
import { readSunset } from "./compare-sunsets.ts";
import type { EndpointMatches } from "./match-endpoints.ts";

/** An endpoint of one document, or of both. */
export interface ComparedEndpoint {
  /** Makes the entry, after changes in schemas were counted for the endpoints that use them. */
  readonly finish: (isRewritten: IsRewritten) => EndpointEntry;
  /** By pointer, the tally of the changes in its operation. */
  readonly owners: readonly (readonly [string, Owner])[];
}

export function compareEndpoints(
  comparison: Comparison,
  { pairs, lost, gained }: EndpointMatches,
): ComparedEndpoint[] {
  const compareSecurity = prepareSecurity(comparison);
  const kept = pairs.map(([old, now]) => comparePair(comparison, compareSecurity, old, now));
  return [
    ...kept,
    ...gained.map((endpoint) => reportSingle(comparison, endpoint, "added")),
    ...lost.map((endpoint) => reportSingle(comparison, endpoint, "removed")),
  ];
}

function comparePair(
  comparison: Comparison,
  compareSecurity: CompareSecurity,
  old: Endpoint,
  now: Endpoint,
): ComparedEndpoint {
  const { recorder, isSame } = comparison;
  const tally = beginTally();
  recorder.scope = { method: now.method, path: now.path };
  const flow = now.kind === "path" ? clientCalls : apiCalls;
  const pair: OperationPair = { before: old, after: now, flow, tally };
  reportVariables(comparison, old, now, tally);
  if (old.path !== now.path || !isSame(old.item.value, now.item.value)) {
    // A list instead of recursion, because a callback may have callbacks.
    const waiting = [pair];
    for (const next of waiting) {
      compareOperation(comparison, next);
      waiting.push(...matchCallbacks(comparison, next));
    }
  }
  // The security of an operation may be defined outside of it.
  if (now.kind === "path") compareSecurity(pair);
  const owner = { scope: recorder.scope, tally };
  return {
    owners: [old, now].map(({ operation }) => [writePointer(operation.at), owner]),
    finish: (isRewritten) => ({
      ...describe(now),
      oldPath: old.path === now.path ? null : old.path,
      status: tally.found === 0 && isRewritten(pair) ? "documentationOnly" : readStatus(tally),
      verdict: readVerdict(tally),
    }),
  };
}

function reportVariables(
  { recorder }: Comparison,
  old: Endpoint,
  now: Endpoint,
  tally: Tally,
): void {
  if (now.kind !== "path" || old.path === now.path) return;
  // If the prefix of a path moved to or from the servers, the path differs without a renamed
  // variable.
  if (eraseVariables(old.path) !== eraseVariables(now.path)) return;
  recorder.record({
    rule: endpointRules.variableRenamed,
    direction: null,
    at: now.operation.at,
    tally,
    before: old.path,
    after: now.path,
  });
}

function pickRule(
  { today }: Comparison,
  { kind, operation }: Endpoint,
  status: "added" | "removed",
): Rule {
  if (kind === "webhook") {
    return status === "added" ? callbackRules.webhookAdded : callbackRules.webhookRemoved;
  }
  if (status === "added") return endpointRules.added;
  if (memberOf(operation.value, "deprecated") !== true) return endpointRules.removed;
  const sunset = readSunset(operation);
  const isEarly = sunset !== null && sunset > today;
  return isEarly ? endpointRules.removedBeforeSunset : endpointRules.deprecatedRemoved;
}

function reportSingle(
  comparison: Comparison,
  endpoint: Endpoint,
  status: "added" | "removed",
): ComparedEndpoint {
  const { recorder } = comparison;
  const tally = beginTally();
  const { method, path } = endpoint;
  recorder.scope = { method, path };
  const rule = pickRule(comparison, endpoint, status);
  const { at } = endpoint.operation;
  recorder.record({ rule, direction: null, at, tally, name: `${method} ${path}` });
  return {
    owners: [],
    finish: () => ({ ...describe(endpoint), oldPath: null, status, verdict: readVerdict(tally) }),
  };
}

function describe({ kind, method, path, operation }: Endpoint) {
  return { kind, method, path, operationId: textOf(memberOf(operation.value, "operationId")) };
}
