import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApi } from "../../api/scope.ts";
import { QueryView } from "../../parts/query-view.tsx";
import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import { EndpointEditor } from "./endpoint-editor.tsx";
import { useVersionPlace } from "./use-version.ts";

const route = getRouteApi("/$org/$project/specs/$spec/$version/endpoints/$endpoint");

export function EndpointPage() {
  const { endpoint: endpointId } = route.useParams();
  const { place } = useVersionPlace();
  const { projectId, specId } = place;
  const query = useQuery({
    ...useApi().query("getEndpoint", { projectId, specId, endpointId }),
    // Asked for by one id, the answer is one endpoint.
    select: (value) => value as EndpointDetail,
  });
  return (
    <QueryView query={query}>
      {(endpoint) => <EndpointEditor key={endpoint.id} endpoint={endpoint} />}
    </QueryView>
  );
}
