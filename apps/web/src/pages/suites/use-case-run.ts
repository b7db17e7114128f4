import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../api/scope.ts";
import type { CaseResult } from "../tests/result-view.tsx";
import { useRunStatus, useStartRun } from "../tests/use-run.ts";
import { useSuitePlace, type TestCase } from "./use-suite.ts";

export interface CaseRun {
  readonly start: () => void;
  readonly isRunning: boolean;
  /** The run that the result is of; null: the case has not run. */
  readonly runId: string | null;
  readonly result: CaseResult | null;
  /** Why there is no result. */
  readonly message: string | null;
  readonly error: Error | null;
}

/** The last result of a case, of its own run or of the last run of the suite. */
export function useCaseRun({ id: caseId }: TestCase): CaseRun {
  const api = useApi();
  const { place } = useSuitePlace();
  const { projectId, suiteId } = place;
  const [own, setOwn] = useState<string | null>(null);
  const start = useStartRun(setOwn);
  const status = useRunStatus(own);
  const last = useQuery(api.query("listRuns", { projectId, suiteId, take: 1 }));
  const isFinished = status.data?.status === "finished";
  const runId = own ?? last.data?.items[0]?.id ?? null;
  const results = useQuery({
    ...api.query("listRunResults", { projectId, runId: runId ?? "", caseId, take: 1 }),
    enabled: runId !== null && (own === null || isFinished),
  });
  const isRunning = start.isPending || (own !== null && !isFinished && status.error === null);
  return {
    start: () => start.mutate({ suiteId, caseIds: [caseId] }),
    isRunning,
    runId,
    result: isRunning ? null : (results.data?.items[0] ?? null),
    message: own === null ? null : (status.data?.message ?? null),
    error: start.error ?? status.error,
  };
}
