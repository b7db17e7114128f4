import type { CaseResult, Exchange } from "@lintel/contract/shapes/test-run";
import type { HeaderField } from "@lintel/egress/hop";
import { describeOutcome } from "../assertions/describe-outcome.ts";
import { isCredentialName } from "@lintel/masking/credential-names";
import { type Masker, maskText } from "@lintel/masking/masker";
import type { PlannedCase } from "../plan/plan.types.ts";
import type { RawExchange } from "./attempt.ts";
import { nameResult } from "./name-result.ts";
import type { CaseOutcome } from "./run-case.ts";
import type { Pass, Run } from "./run-state.ts";

/** Maximum bytes of a body in a result. */
const maxBodyBytes = 4096;

function maskHeaders(headers: readonly HeaderField[], masker: Masker): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of headers) {
    const shown = isCredentialName(name) ? maskText : masker.text(value);
    const shownName = masker.text(name);
    const before = values.get(shownName);
    values.set(shownName, before === undefined ? shown : `${before}, ${shown}`);
  }
  return Object.fromEntries(values);
}

function maskResponse(
  response: NonNullable<RawExchange["response"]>,
  masker: Masker,
): Exchange["response"] {
  return {
    status: response.status,
    headers: maskHeaders(response.headers, masker),
    body: response.sizeBytes === 0 ? null : masker.start(response.readText(), maxBodyBytes),
    sizeBytes: response.sizeBytes,
  };
}

function maskExchange({ request, headers, response }: RawExchange, masker: Masker): Exchange {
  const { body } = request;
  return {
    request: {
      method: request.method,
      url: masker.text(request.target.href),
      headers: maskHeaders(headers, masker),
      body: body === undefined ? null : masker.start(body, maxBodyBytes),
    },
    response: response === null ? null : maskResponse(response, masker),
  };
}

function maskExtracted(
  planned: PlannedCase,
  outcome: CaseOutcome,
  masker: Masker,
): Record<string, unknown> {
  const isSecret = (name: string) =>
    planned.extractions.some((one) => one.isSecret && one.name === name);
  return Object.fromEntries(
    [...outcome.extracted].map(([name, value]) => [
      name,
      isSecret(name) ? maskText : masker.value(value),
    ]),
  );
}

const roundMs = (ms: number) => Math.round(ms * 100) / 100;

/** The result of a case as it leaves the run: masked, with large texts shortened. */
export function makeResult(
  run: Run,
  pass: Pass,
  planned: PlannedCase,
  outcome: CaseOutcome,
  times: { readonly startedAt: number; readonly elapsedMs: number },
): CaseResult {
  const { masker } = run;
  return {
    caseId: planned.id,
    name: nameResult(run, pass, planned.name),
    path: run.plan.suitePath,
    phase: planned.phase,
    tags: [...planned.tags],
    iteration: pass.iteration,
    row: pass.row,
    verdict: outcome.verdict,
    message: outcome.message === null ? null : masker.text(outcome.message),
    attempts: outcome.attempts,
    startedAt: new Date(times.startedAt).toISOString(),
    elapsedMs: roundMs(Math.max(0, times.elapsedMs)),
    assertions: outcome.outcomes.map((one) => describeOutcome(one, masker)),
    extracted: maskExtracted(planned, outcome, masker),
    exchange: outcome.exchange === null ? null : maskExchange(outcome.exchange, masker),
  };
}
