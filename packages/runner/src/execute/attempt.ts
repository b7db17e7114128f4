import type { HeaderField } from "@lintel/egress/hop";
import { summarizeOutcomes } from "../assertions/describe-outcome.ts";
import type { BoundAssertion } from "../assertions/evaluate-assertion.ts";
import { evaluateResponse, type LabelledOutcome } from "../assertions/evaluate-response.ts";
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

/** One item of a case during execution. */
export interface ItemRun {
  readonly run: Run;
  readonly pass: Pass;
  readonly planned: PlannedCase;
  readonly signal: AbortSignal;
}

/** A prepared request, and the assertions for its responses. */
export interface Prepared {
  readonly request: RenderedRequest;
  readonly usedSecrets: ReadonlySet<string>;
  readonly assertions: readonly BoundAssertion[];
  readonly until: readonly BoundAssertion[];
  readonly extractions: readonly BoundExtraction[];
}

/** The request and response, not yet masked. */
export interface RawExchange {
  readonly request: RenderedRequest;
  readonly headers: readonly HeaderField[];
  readonly response: Received | null;
}

/** The result of one attempt. */
export interface Attempt extends CaseEnd {
  readonly outcomes: readonly LabelledOutcome[];
  readonly extracted: ReadonlyMap<string, unknown>;
  readonly exchange: RawExchange;
  /** Whether no further attempt is to be made. */
  readonly isSettled: boolean;
}

/** Credentials are learned before any part of the response that contained them is reported. */
function learnCredentials({ run, planned }: ItemRun, extracted: Attempt["extracted"]): void {
  for (const { name, isSecret } of planned.extractions) {
    const value = extracted.get(name);
    // A small number is a count or a status, whatever its name, and masking it would mask other
    // numbers everywhere.
    const isSmall = typeof value === "number" && value < 1000;
    if (isSecret && !isSmall) run.masker.learnPassing(value);
  }
}

function checkResponse(item: ItemRun, prepared: Prepared, response: Received) {
  const { values, missing } = extractValues(prepared.extractions, response);
  learnCredentials(item, values);
  const result = evaluateResponse(prepared.assertions, prepared.until, response);
  const { outcomes, isSettled } = result;
  const shared = { outcomes, isSettled, extracted: values };
  if (!result.isPassed) {
    const message = summarizeOutcomes(outcomes, item.run.masker);
    return { ...shared, verdict: result.isBroken ? "error" : "failed", message } as const;
  }
  const verdict = missing === null ? "passed" : "error";
  return { ...shared, verdict, message: missing } as const;
}

/**
 * Searches that would delay other runs are made in a thread; then evaluation is repeated with the
 * results.
 */
async function checkInThread(item: ItemRun, prepared: Prepared, response: Received) {
  for (;;) {
    try {
      return searchInTurn(() => checkResponse(item, prepared, response));
    } catch (error) {
      if (!(error instanceof SlowSearchError)) throw error;
      await searchInThread(error, response.readText());
    }
  }
}

/** Sends a prepared request once. An error is turned into a result, never thrown. */
export async function attempt(item: ItemRun, prepared: Prepared): Promise<Attempt> {
  const { run, pass, signal } = item;
  const { request, usedSecrets } = prepared;
  let { headers }: { headers: readonly HeaderField[] } = request;
  let response: Received | null = null;
  try {
    const { method, target, body } = request;
    // Checked before a token is fetched for a request that must not be sent.
    guardSecrets(run, { method, target, headers, body }, usedSecrets);
    if (request.auth !== null) headers = await authorize(run, request.auth, headers, signal);
    response = await sendRequest(run, request, headers, usedSecrets, signal);
    const result = await checkInThread(item, prepared, response);
    return { ...result, exchange: { request, headers, response } };
  } catch (error) {
    const end = explainError(run, pass, error, signal);
    const exchange = { request, headers, response };
    const isSettled = !isTransient(error);
    return { ...end, outcomes: [], extracted: new Map(), exchange, isSettled };
  }
}
