import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi, useProject } from "../../api/scope.ts";

/** The environment with which a request is sent: at first that of an earlier request, or the first of the project. */
export function useEnvironment(before: string | undefined) {
  const { id: projectId } = useProject();
  const api = useApi();
  const { data, isPending } = useQuery(api.query("listEnvironments", { projectId }));
  const environments = data ?? [];
  const [chosen, choose] = useState<string | null | undefined>(before);
  const id = chosen === undefined ? (environments[0]?.id ?? null) : chosen;
  const detail = useQuery({
    ...api.query("getEnvironment", { projectId, environmentId: id ?? "" }),
    enabled: id !== null,
  });
  return {
    id,
    isPending,
    baseUrl: environments.find((each) => each.id === id)?.baseUrl ?? null,
    choices: environments.map((each) => ({ value: each.id, name: each.name })),
    /** Of its variables. */
    names: detail.data?.variables.map(({ name }) => name) ?? [],
    choose,
  };
}
