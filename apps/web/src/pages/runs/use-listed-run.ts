import { useQuery } from "@tanstack/react-query";
import type { Item } from "../../api/api.ts";
import { useApi, useProject } from "../../api/scope.ts";

/** A run as the list shows it: its suite, its environment, and what started it. */
export function useListedRun(runId: string): Item<"listRuns"> | undefined {
  const { id: projectId } = useProject();
  return useQuery(useApi().query("listRuns", { projectId, runId })).data?.items[0];
}
