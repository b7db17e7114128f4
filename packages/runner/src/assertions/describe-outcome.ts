import type { AssertionResult } from "@lintel/contract/shapes/test-run";
import { isCredentialName } from "@lintel/masking/credential-names";
import { type Masker, maskText } from "@lintel/masking/masker";
import { toNumber } from "../operators/expected-forms.ts";
import { formatValue } from "../values/format-value.ts";
import { nothing } from "../values/nothing.ts";
import type { LabelledOutcome } from "./evaluate-response.ts";

/** Masked before it is shortened, so that no part of a secret remains. */
function maskActual({ label, outcome }: LabelledOutcome, masker: Masker): unknown {
  const { actual } = outcome;
  if (actual === nothing) return null;
  return isCredentialName(label) ? maskText : masker.value(actual);
}

/** A hint for a number that was expected as a text, as in cells of CSV; otherwise null. */
function explainText({ assertion, expected, actual }: LabelledOutcome["outcome"]): string | null {
  const isSameNumber =
    typeof expected === "string" && typeof actual === "number" && toNumber(expected) === actual;
  if (!isSameNumber || assertion.operator.name !== "equals") return null;
  return "a text never equals a number: cells of CSV are texts, data as JSON keep their numbers";
}

/** The message of a failed assertion, for example `expected status to equal 200, got 404`. */
function describe(labelled: LabelledOutcome, expected: unknown, actual: unknown): string {
  const { outcome, label } = labelled;
  const { operator } = outcome.assertion;
  const wanted = operator.expected === "none" ? "" : ` ${formatValue(expected)}`;
  const got = outcome.actual === nothing ? "nothing" : formatValue(actual);
  const why = outcome.note ?? explainText(outcome);
  const note = why === null ? "" : ` (${why})`;
  return `expected ${label} ${operator.phrase}${wanted}, got ${got}${note}`;
}

/** An assertion's result as it is stored: masked, with large values shortened. */
export function describeOutcome(labelled: LabelledOutcome, masker: Masker): AssertionResult {
  const { outcome } = labelled;
  const expected = outcome.expected === undefined ? null : masker.value(outcome.expected);
  const actual = maskActual(labelled, masker);
  return {
    label: masker.text(labelled.label),
    operator: outcome.assertion.operator.name,
    expected,
    actual,
    isPassed: outcome.isPassed,
    message: outcome.isPassed ? null : masker.text(describe(labelled, expected, actual)),
  };
}

/** What did not hold, in one text. */
export function summarizeOutcomes(outcomes: readonly LabelledOutcome[], masker: Masker): string {
  const failed = outcomes.filter(({ outcome }) => !outcome.isPassed);
  const first = failed.find(({ outcome }) => outcome.isBroken) ?? failed[0];
  if (first === undefined) return "";
  const { message } = describeOutcome(first, masker);
  if (failed.length === 1) return message ?? "";
  return `${failed.length} of ${outcomes.length} assertions failed: ${message}; …`;
}
