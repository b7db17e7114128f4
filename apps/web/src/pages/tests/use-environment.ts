import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Output } from "../../api/api.ts";
import { queryClient } from "../../api/query-client.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { readSetting, writeSetting } from "../../keys/settings.ts";

export interface EnvironmentChoice {
  readonly environments: Output<"listEnvironments">;
  /** null: none, requests need absolute addresses. */
  readonly environmentId: string | null;
  readonly choose: (id: string | null) => void;
  /** The id of the environment once the list of them was read. */
  readonly settle: () => Promise<string | null>;
}

const none = "none";

/** The environment that runs use, kept for the project in this browser. Without a choice: the first one. */
export function useEnvironment(): EnvironmentChoice {
  const { id: projectId } = useProject();
  const query = useApi().query("listEnvironments", { projectId });
  const { data: environments = [] } = useQuery(query);
  const key = `environment:${projectId}`;
  const [chosen, setChosen] = useState(() => readSetting(key));
  return {
    environments,
    environmentId: pick(environments, chosen),
    choose: (id) => {
      setChosen(id ?? none);
      writeSetting(key, id ?? none);
    },
    settle: async () => pick(await queryClient.ensureQueryData(query), readSetting(key)),
  };
}

function pick(environments: EnvironmentChoice["environments"], chosen: string | null) {
  if (chosen === none) return null;
  const isThere = environments.some(({ id }) => id === chosen);
  return isThere ? chosen : (environments[0]?.id ?? null);
}
