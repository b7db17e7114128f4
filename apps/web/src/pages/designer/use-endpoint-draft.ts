import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import { useApi, useOrganization } from "../../api/scope.ts";
import { useDraft } from "../../drafts/use-draft.ts";
import { useNewest } from "../../drafts/use-newest.ts";
import { toFields, type EndpointFields } from "./endpoint-fields.ts";
import { useEndpoint } from "./use-endpoint.ts";
import { useVersionPlace } from "../../design/use-version.ts";

/** The endpoint's own fields, without its parts. */
export function useEndpointDraft(endpoint: EndpointDetail) {
  const api = useApi();
  const { session } = useOrganization();
  const { place } = useVersionPlace();
  const { patch, reload, refreshTree } = useEndpoint(endpoint.id);
  const known = useNewest(endpoint);
  return useDraft<EndpointFields>({
    key: `${session.user.id}:endpoint:${endpoint.id}`,
    server: toFields(endpoint),
    save: async (fields) => {
      const { rowVersion } = known.newest;
      const call = { ...place, endpointId: endpoint.id, rowVersion, ...fields };
      const { warnings: _, ...saved } = await api.call("updateEndpoint", call);
      known.newest = { ...known.newest, ...saved };
      patch(saved);
      // A path that has other variables has other parameters.
      if (fields.path !== endpoint.path) await reload();
      void refreshTree();
    },
    reload: async () => {
      const newest = await reload();
      known.newest = newest;
      return toFields(newest);
    },
  });
}
