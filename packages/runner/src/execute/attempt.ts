import type { HeaderField } from "@lintel/egress/hop";
import { summarizeOutcomes } from "../assertions/describe-outcome.ts";
import type { BoundAssertion } from "../assertions/evaluate-assertion.ts";
import { judgeResponse, type LabelledOutcome } from "../assertions/judge-response.ts";
import type { BoundExtraction } from "../extractions/read-extraction.ts";
import { searchInTurn, SlowSearchError } from "../matching/search-answers.ts";
import { searchInThread } from "../matching/search-in-thread.ts";
import type { PlannedCase } from "../plan/plan.types.ts";
import type { Received } from "../response/received.ts";
import { authorize } from "./authorize.ts";
import { type CaseEnd, explainError } from "./explain-end.ts";
import { extractValues } from "./extract-values.ts";
import type { RenderedRequest } from "./render-request.ts";
import { isTransient } from "./request-error.ts";
import type { Pass, Run } from "./run-state.ts";
import { guardSecrets, sendRequest } from "./send-request.ts";

/** One item of a case on its way. */
export interface ItemRun {
  readonly run: Run;
  readonly pass: Pass;
  readonly planned: PlannedCase;
  readonly signal: AbortSignal;
}

/** A request that is ready and what its responses are held against. */
export interface Prepared {
  readonly request: RenderedRequest;
  readonly usedSecrets: ReadonlySet<string>;
  readonly assertions: readonly BoundAssertion[];
  readonly until: readonly BoundAssertion[];
  readonly extractions: readonly BoundExtraction[];
}

/** What went over the wire, not yet masked. */
export interface RawExchange {
  readonly request: RenderedRequest;
  readonly headers: readonly HeaderField[];
  readonly response: Received | null;
}

/** What one attempt came to. */
export interface Attempt extends CaseEnd {
  readonly outcomes: readonly LabelledOutcome[];
  readonly extracted: ReadonlyMap<string, unknown>;
  readonly exchange: RawExchange;
  /** Whether no other attempt is to be made. */
  readonly isSettled: boolean;
}

/** Credentials are learned before anything is told of the response that they came with. */
function learnCredentials({ run, planned }: ItemRun, extracted: Attempt["extracted"]): void {
  for (const { name, isSecret } of planned.extractions) {
    const value = extracted.get(name);
    // A small number is a count or a status whatever its name, and would hide others everywhere.
    const isSmall = typeof value === "number" && value < 1000;
    if (isSecret && !isSmall) run.masker.learnPassing(value);
  }
}

function judge(item: ItemRun, prepared: Prepared, response: Received) {
  const { values, missing } = extractValues(prepared.extractions, response);
  learnCredentials(item, values);
  const judged = judgeResponse(prepared.assertions, prepared.until, response);
  const { outcomes, isSettled } = judged;
  const shared = { outcomes, isSettled, extracted: values };
  if (!judged.isPassed) {
    const message = summarizeOutcomes(outcomes, item.run.masker);
    return { ...shared, verdict: judged.isBroken ? "error" : "failed", message } as const;
  }
  const verdict = missing === null ? "passed" : "error";
  return { ...shared, verdict, message: missing } as const;
}

/** Searches that would keep other runs waiting are made in a thread, and the rest then again. */
async function judgeBeside(item: ItemRun, prepared: Prepared, response: Received) {
  for (;;) {
    try {
      return searchInTurn(() => judge(item, prepared, response));
    } catch (error) {
      if (!(error instanceof SlowSearchError)) throw error;
      await searchInThread(error, response.readText());
    }
  }
}

/** Sends a prepared request once; an error on the way is explained, never thrown. */
export async function attempt(item: ItemRun, prepared: Prepared): Promise<Attempt> {
  const { run, pass, signal } = item;
  const { request, usedSecrets } = prepared;
  let { headers }: { headers: readonly HeaderField[] } = request;
  let response: Received | null = null;
  try {
    const { method, target, body } = request;
    // Before a token is fetched for a request that must not leave.
    guardSecrets(run, { method, target, headers, body }, usedSecrets);
    if (request.auth !== null) headers = await authorize(run, request.auth, headers, signal);
    response = await sendRequest(run, request, headers, usedSecrets, signal);
    const judged = await judgeBeside(item, prepared, response);
    return { ...judged, exchange: { request, headers, response } };
  } catch (error) {
    const end = explainError(run, pass, error, signal);
    const exchange = { request, headers, response };
    const isSettled = !isTransient(error);
    return { ...end, outcomes: [], extracted: new Map(), exchange, isSettled };
  }
}
