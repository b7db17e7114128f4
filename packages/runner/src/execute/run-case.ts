import type { Verdict } from "@lintel/contract/shapes/test-run";
import { holdsCondition } from "../assertions/condition.ts";
import { makeDataLayer } from "../plan/plan-variables.ts";
import { constant } from "../template/compile-template.ts";
import { refuseSecret } from "../template/refuse-secret.ts";
import { renderValue } from "../template/render-template.ts";
import { TemplateError } from "../template/template-error.ts";
import type { Layer } from "../template/template.types.ts";
import type { ItemRun } from "./attempt.ts";
import { type CaseEnd, explainError, readOnlyMessage } from "./explain-end.ts";
import { type ItemOutcome, runItem } from "./run-item.ts";
import { makeScope } from "./run-state.ts";

/** Maximum items of one `foreach`. */
export const maxItems = 1000;

/** The result of a case over all its items, not yet masked. */
export type CaseOutcome = ItemOutcome;

const notRun = { attempts: 0, outcomes: [], extracted: new Map(), exchange: null } as const;

/** A result without a request, because of an earlier case or a condition. */
export function endBefore(end: CaseEnd): CaseOutcome {
  return { ...end, ...notRun };
}

// RFC 9110 §9.2.1; QUERY: RFC 10008 §2. Egress checks again, including method overrides.
const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "QUERY"]);

function findEarlyEnd({ run, pass, planned }: ItemRun): CaseEnd | null {
  const { when, request } = planned;
  if (when !== null && !holdsCondition(when, makeScope(run, pass, null, refuseSecret))) {
    return { verdict: "skipped", message: "skipped: its condition `when` does not hold" };
  }
  const isReadOnly = run.plan.environment?.isReadOnly ?? false;
  if (isReadOnly && !safeMethods.has(request.method)) {
    return { verdict: "blocked", message: readOnlyMessage };
  }
  return null;
}

function listItems({ run, pass, planned }: ItemRun): readonly (Layer | null)[] {
  const { foreach } = planned;
  if (foreach === null) return [null];
  const items = renderValue(foreach.items, makeScope(run, pass, null, refuseSecret));
  if (!Array.isArray(items)) throw new TemplateError("the items of `foreach` are not a list");
  if (items.length > maxItems) {
    throw new TemplateError(`\`foreach\` has ${items.length} items, more than ${maxItems}`);
  }
  return items.map((item: unknown) => makeDataLayer([[foreach.as, item]]));
}

/** The worst first. */
const severity: readonly Verdict[] = ["error", "failed", "blocked", "skipped", "passed"];

/** With `foreach`, an extracted name has the list of the values of all items. */
function mergeExtracted(outcomes: readonly ItemOutcome[]): Map<string, unknown> {
  const lists = new Map<string, unknown[]>();
  for (const { extracted } of outcomes) {
    for (const [name, value] of extracted) lists.set(name, [...(lists.get(name) ?? []), value]);
  }
  return lists;
}

function mergeItems(outcomes: readonly ItemOutcome[]): CaseOutcome {
  const rank = (outcome: ItemOutcome) => severity.indexOf(outcome.verdict);
  // Among passed items, one with a message failed at first.
  const isQuiet = (outcome: ItemOutcome) => Number(outcome.message === null);
  const [worst] = outcomes.toSorted(
    (left, right) => rank(left) - rank(right) || isQuiet(left) - isQuiet(right),
  );
  if (worst === undefined) {
    return endBefore({ verdict: "skipped", message: "skipped: `foreach` has no items" });
  }
  const place = outcomes.indexOf(worst) + 1;
  return {
    verdict: worst.verdict,
    message: worst.message === null ? null : `item ${place}: ${worst.message}`,
    attempts: Math.max(...outcomes.map((outcome) => outcome.attempts)),
    outcomes: outcomes.flatMap((outcome, at) =>
      outcome.outcomes.map((one) => ({ ...one, label: `item ${at + 1}: ${one.label}` })),
    ),
    extracted: mergeExtracted(outcomes),
    exchange: worst.exchange,
  };
}

async function runItems(item: ItemRun): Promise<CaseOutcome> {
  const end = findEarlyEnd(item);
  if (end !== null) return endBefore(end);
  const outcomes: ItemOutcome[] = [];
  for (const alias of listItems(item)) {
    outcomes.push(await runItem(item, alias));
  }
  const [only] = outcomes;
  return item.planned.foreach === null && only !== undefined ? only : mergeItems(outcomes);
}

/** Runs a case in one pass and stores its extracted values. Never throws. */
export async function runCase(item: ItemRun): Promise<CaseOutcome> {
  const { run, pass, signal } = item;
  try {
    const outcome = await runItems(item);
    for (const [name, value] of outcome.extracted) {
      pass.extracted.set(name, { template: constant(value), isSecret: false });
    }
    return outcome;
  } catch (error) {
    return endBefore(explainError(run, pass, error, signal));
  }
}
