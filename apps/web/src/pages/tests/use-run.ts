import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Input, Output } from "../../api/api.ts";
import { queryClient } from "../../api/query-client.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { useEnvironment } from "./use-environment.ts";

export type RunStatus = Output<"getRunStatus">;

/** What shows results of runs. */
const resultViews = ["listRunCases", "listRunResults", "listRuns", "listCaseHistories"] as const;
const pollMs = 500;

export type RunOptions = Omit<Input<"runSuite">, "projectId" | "progressRunId" | "reportFormat">;

/** Starts a run and answers with its id at once. Without an environment, it uses the one that is chosen for runs. */
export function useStartRun(onStart: (runId: string) => void) {
  const api = useApi();
  const { id: projectId } = useProject();
  const { settle } = useEnvironment();
  return useMutation({
    mutationFn: async (options: RunOptions) => {
      const progressRunId = crypto.randomUUID();
      // A run can be started before the list of environments has arrived.
      const environmentId = options.environmentId ?? (await settle());
      await api.call("runSuite", { projectId, ...options, environmentId, progressRunId });
      return progressRunId;
    },
    onSuccess: onStart,
  });
}

/** The status of a run, read again until it is finished; what shows its results follows. */
export function useRunStatus(runId: string | null) {
  const api = useApi();
  const query = useQuery({
    ...api.query("getRunStatus", { id: runId ?? "" }),
    enabled: runId !== null,
    refetchInterval: ({ state }) => (state.data?.status === "finished" ? false : pollMs),
  });
  const { completedCases = 0, status } = query.data ?? {};
  useEffect(() => {
    if (status === undefined) return;
    for (const name of resultViews)
      void queryClient.invalidateQueries(
        { queryKey: [api.organization, name] },
        // A slow answer is waited for, or a long list would never be shown.
        { cancelRefetch: status === "finished" },
      );
  }, [api.organization, completedCases, status]);
  return query;
}
