import type { CompiledAssertion } from "../assertions/compile-assertion.ts";
import { bindAssertion } from "../assertions/evaluate-assertion.ts";
import { bindExtraction } from "../extractions/read-extraction.ts";
import { refuseSecret } from "../template/refuse-secret.ts";
import type { Layer } from "../template/template.types.ts";
import { attempt, type Attempt, type ItemRun, type Prepared } from "./attempt.ts";
import { chooseAuth } from "./authorize.ts";
import { type CaseEnd, explainError } from "./explain-end.ts";
import { renderRequest } from "./render-request.ts";
import { makeScope } from "./run-state.ts";

/** The result of one item of a case (the case itself without `foreach`), not yet masked. */
export interface ItemOutcome extends CaseEnd, Pick<Attempt, "outcomes" | "extracted"> {
  readonly attempts: number;
  readonly exchange: Attempt["exchange"] | null;
}

/** Templates are rendered once, before anything is sent: each attempt repeats the same request. */
function prepare({ run, pass, planned }: ItemRun, alias: Layer | null): Prepared {
  const usedSecrets = new Set<string>();
  const inRequest = makeScope(run, pass, alias, (name) => usedSecrets.add(name));
  const outside = makeScope(run, pass, alias, refuseSecret);
  const bind = (list: readonly CompiledAssertion[]) =>
    list.map((assertion) => bindAssertion(assertion, outside));
  return {
    request: renderRequest(planned.request, inRequest, (request, origins) =>
      chooseAuth(run, request, origins),
    ),
    usedSecrets,
    assertions: bind(planned.assertions),
    until: bind(planned.retry?.until ?? []),
    extractions: planned.extractions.map((extraction) => bindExtraction(extraction, outside)),
  };
}

/** Waits between two requests of a pass, if configured. */
function pause({ run, pass, signal }: ItemRun): Promise<void> | undefined {
  const { delayMs } = run.plan;
  const isDue = pass.hasSent && delayMs > 0;
  pass.hasSent = true;
  return isDue ? run.tools.wait(delayMs, signal) : undefined;
}

/** @param failure - of the attempts before the last one; null if these only waited for `until` */
function describeRetried(last: Attempt, attempts: number, failure: string | null): ItemOutcome {
  const isLate = last.verdict === "passed" && failure !== null;
  const message = isLate ? `passed on attempt ${attempts}; before: ${failure}` : last.message;
  return { ...last, attempts, message };
}

/** Repeats until an attempt is final, none is left, or the run ends. */
async function attemptAll(item: ItemRun, prepared: Prepared): Promise<ItemOutcome> {
  const { retry } = item.planned;
  const most = retry?.maxAttempts ?? 1;
  const waits = (retry?.until.length ?? 0) > 0;
  let failure: string | null = null;
  for (let attempts = 1; ; attempts += 1) {
    const last = await attempt(item, prepared);
    if (last.isSettled || attempts >= most) return describeRetried(last, attempts, failure);
    // Waiting until `until` holds is not a failure; a missing answer is.
    if (!waits || last.verdict === "error") failure = last.message ?? "no answer";
    const delayMs = retry?.delayMs ?? 0;
    if (delayMs > 0) await item.run.tools.wait(delayMs, item.signal);
  }
}

/** Runs a case for one item; `alias` is the value of the `foreach` name. Never throws. */
export async function runItem(item: ItemRun, alias: Layer | null): Promise<ItemOutcome> {
  try {
    item.signal.throwIfAborted();
    const prepared = prepare(item, alias);
    const wait = pause(item);
    if (wait !== undefined) await wait;
    return await attemptAll(item, prepared);
  } catch (error) {
    const end = explainError(item.run, item.pass, error, item.signal);
    return { ...end, attempts: 0, outcomes: [], extracted: new Map(), exchange: null };
  }
}
