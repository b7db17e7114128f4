import { useQueryClient } from "@tanstack/react-query";
import { useApi, useOrganization } from "../../api/scope.ts";
import { useDraft } from "../../drafts/use-draft.ts";
import { useNewest } from "../../drafts/use-newest.ts";
import { toSuiteFields, toSuiteInput, type SuiteFields } from "./suite-fields.ts";
import { useRefreshSuite, useSuitePlace, type Suite } from "./use-suite.ts";

/** The settings of a suite, saved over its newest row version. */
export function useSuiteDraft(suite: Suite) {
  const api = useApi();
  const client = useQueryClient();
  const { session } = useOrganization();
  const { place } = useSuitePlace();
  const refresh = useRefreshSuite();
  const { queryKey } = api.query("getSuite", place);
  const known = useNewest(suite);
  return useDraft<SuiteFields>({
    key: `${session.user.id}:suite:${suite.id}`,
    server: toSuiteFields(suite),
    save: async (fields) => {
      const { rowVersion } = known.newest;
      const input = { ...place, rowVersion, ...toSuiteInput(fields, known.newest) };
      known.newest = await api.call("updateSuite", input);
      client.setQueryData(queryKey, known.newest);
      void refresh();
      return toSuiteFields(known.newest);
    },
    reload: async () => {
      known.newest = await api.call("getSuite", place);
      client.setQueryData(queryKey, known.newest);
      return toSuiteFields(known.newest);
    },
  });
}
