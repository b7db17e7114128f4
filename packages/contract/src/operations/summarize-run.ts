import type { CaseResult } from "../shapes/test-run.ts";

/** Maximum characters of results in one answer to an agent: with the counts well under 4,000 tokens. */
const maxLength = 10_000;

const isBad = ({ verdict }: CaseResult) => verdict === "failed" || verdict === "error";

/** The first failure of each case, then further ones, each in the order of the run. */
function listFailures(results: readonly CaseResult[]): CaseResult[] {
  const seen = new Set<string>();
  const failures = results.filter(isBad);
  const isFirst = new Set(
    failures.filter(({ caseId }) => {
      const isNew = !seen.has(caseId);
      seen.add(caseId);
      return isNew;
    }),
  );
  return [...isFirst, ...failures.filter((failure) => !isFirst.has(failure))];
}

/** A failure that is too long is reduced to the messages of its assertions. */
function cutFailure(failure: CaseResult): CaseResult {
  const assertions = failure.assertions
    .filter(({ isPassed }) => !isPassed)
    .map((assertion) => ({ ...assertion, expected: null, actual: null }));
  return { ...failure, assertions: assertions.slice(0, 10), extracted: {}, exchange: null };
}

/** The summary of a run for an agent: its counts, and as many complete failures as fit. */
export function summarizeRun<
  Run extends { readonly results: readonly CaseResult[]; readonly report: string | null },
>(run: Run): Run {
  const results: CaseResult[] = [];
  let left = maxLength;
  for (const failure of listFailures(run.results)) {
    const shown = JSON.stringify(failure).length > maxLength ? cutFailure(failure) : failure;
    left -= JSON.stringify(shown).length;
    if (left < 0) break;
    results.push(shown);
  }
  return { ...run, results };
}
