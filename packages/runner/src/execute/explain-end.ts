import type { Verdict } from "@lintel/contract/shapes/test-run";
import { EgressError } from "@lintel/egress/egress-error";
import { JsonPathError } from "../matching/json-path.ts";
import { PatternError } from "../matching/pattern.ts";
import type { PlannedCase } from "../plan/plan.types.ts";
import { DeepJsonError } from "../response/json-depth.ts";
import { MissingVariableError, TemplateError } from "../template/template-error.ts";
import { RequestError } from "./request-error.ts";
import type { Pass, Run } from "./run-state.ts";

/** The verdict of a case, and the reason if it did not pass. */
export interface CaseEnd {
  readonly verdict: Verdict;
  readonly message: string | null;
}

export const readOnlyMessage = "blocked: read-only environment";

const verbs: Record<Verdict, string> = {
  passed: "passed",
  failed: "failed",
  error: "had an error",
  blocked: "was blocked",
  skipped: "was skipped",
};

/** For example `"Log in" failed`. */
export function describeCase(planned: PlannedCase | undefined, verdict: Verdict): string {
  return `"${planned?.name ?? ""}" ${verbs[verdict]}`;
}

/** The verdict of a case that depends on one that did not pass. */
export function inheritEnd(needed: PlannedCase | undefined, verdict: Verdict): CaseEnd {
  const what = describeCase(needed, verdict);
  if (verdict === "blocked") return { verdict, message: `blocked: ${what}` };
  return { verdict: "skipped", message: `skipped: ${what}` };
}

/** Why the run's tests end early. */
export function describeEnding(run: Run): string {
  if (run.signals.isCancelled()) return "the run was cancelled";
  return run.ending ?? "the run was ended";
}

/** A name whose value another case should have extracted: that case is a dependency even without `dependsOn`. */
function explainMissing(run: Run, pass: Pass, error: MissingVariableError): CaseEnd {
  const { cases, providers } = run.plan;
  const steps = error.variable.split(".");
  const bases = steps.map((_, at) => steps.slice(0, at + 1).join("."));
  for (const base of bases) {
    if (pass.extracted.has(base)) continue;
    for (const place of providers.get(base) ?? []) {
      const verdict = pass.verdicts[place];
      if (verdict === undefined || verdict === "passed") continue;
      const inherited = inheritEnd(cases[place], verdict);
      return { ...inherited, message: `${inherited.message}, so ${error.message}` };
    }
  }
  return { verdict: "error", message: error.message };
}

const expectedErrors = [
  TemplateError,
  RequestError,
  EgressError,
  JsonPathError,
  PatternError,
  DeepJsonError,
];

/** The verdict for an error while a case runs. */
export function explainError(run: Run, pass: Pass, error: unknown, signal: AbortSignal): CaseEnd {
  if (error instanceof EgressError && error.code === "READ_ONLY_BLOCKED") {
    return { verdict: "blocked", message: readOnlyMessage };
  }
  if (signal.aborted) return { verdict: "skipped", message: `skipped: ${describeEnding(run)}` };
  if (error instanceof MissingVariableError) return explainMissing(run, pass, error);
  const message = error instanceof Error ? error.message : String(error);
  const isExpected = expectedErrors.some((kind) => error instanceof kind);
  return { verdict: "error", message: isExpected ? message : `unexpected: ${message}` };
}
