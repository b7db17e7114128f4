import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import { useApi } from "../../api/scope.ts";
import { useVersionPlace } from "../../design/use-version.ts";

/** An endpoint, and ways to bring changes of it into what is shown. */
export function useEndpoint(endpointId: string) {
  const api = useApi();
  const client = useQueryClient();
  const { place } = useVersionPlace();
  const { projectId, specId } = place;
  const options = api.query("getEndpoint", { projectId, specId, endpointId });
  const query = useQuery({
    ...options,
    // Asked for by one id, the answer is one endpoint.
    select: (value) => value as EndpointDetail,
  });
  return {
    query,
    /** Shows a change before it is read again. */
    patch: (changes: Partial<EndpointDetail>) =>
      client.setQueryData(options.queryKey, (old) =>
        old === undefined ? old : { ...old, ...changes },
      ),
    reload: async (): Promise<EndpointDetail> => {
      await client.invalidateQueries({ queryKey: options.queryKey }, { cancelRefetch: true });
      return client.getQueryData(options.queryKey) as EndpointDetail;
    },
    refreshTree: () =>
      client.invalidateQueries({ queryKey: api.query("getVersionTree", place).queryKey }),
  };
}
