import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Item, Output } from "../../api/api.ts";
import { useApi, useProject } from "../../api/scope.ts";

export type Suite = Output<"getSuite">;
export type TestCase = Item<"listCases">;

/** The suite of the address, and where its pages are. */
export function useSuitePlace() {
  const { org = "", project = "", suite: suiteId = "" } = useParams({ strict: false });
  const { id: projectId } = useProject();
  return { params: { org, project, suite: suiteId }, place: { projectId, suiteId } };
}

export function useSuite() {
  const { place } = useSuitePlace();
  return useQuery(useApi().query("getSuite", place));
}

/** All cases of the suite, in the order in which they run. */
export function useCases() {
  const { place } = useSuitePlace();
  return useQuery(useApi().list("listCases", place));
}

/** Reads the suite and its cases again. */
export function useRefreshSuite(): () => Promise<void> {
  const api = useApi();
  const client = useQueryClient();
  const { place } = useSuitePlace();
  return async () => {
    const keys = [
      api.list("listCases", place).queryKey,
      api.query("getSuite", place).queryKey,
      [api.organization, "listSuites"],
    ];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
