import { useQueryClient } from "@tanstack/react-query";
import { useApi, useOrganization, useProject } from "../../api/scope.ts";
import { useDraft } from "../../drafts/use-draft.ts";
import { useNewest } from "../../drafts/use-newest.ts";
import {
  toEnvironmentFields,
  toEnvironmentInput,
  type Environment,
  type EnvironmentFields,
} from "./environment-fields.ts";

/** The fields of an environment, saved over its newest row version. */
export function useEnvironmentDraft(environment: Environment) {
  const api = useApi();
  const client = useQueryClient();
  const { session } = useOrganization();
  const { id: projectId } = useProject();
  const place = { projectId, environmentId: environment.id };
  const { queryKey } = api.query("getEnvironment", place);
  const known = useNewest(environment);
  return useDraft<EnvironmentFields>({
    key: `${session.user.id}:environment:${environment.id}`,
    server: toEnvironmentFields(environment),
    save: async (fields) => {
      const { rowVersion } = known.newest;
      const changed = toEnvironmentInput(fields, toEnvironmentFields(known.newest));
      known.newest = await api.call("updateEnvironment", { ...place, rowVersion, ...changed });
      client.setQueryData(queryKey, known.newest);
      void client.invalidateQueries({ queryKey: [api.organization, "listEnvironments"] });
      return toEnvironmentFields(known.newest);
    },
    reload: async () => {
      known.newest = await api.call("getEnvironment", place);
      client.setQueryData(queryKey, known.newest);
      return toEnvironmentFields(known.newest);
    },
  });
}
