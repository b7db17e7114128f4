import { getRouteApi } from "@tanstack/react-router";
import { QueryView } from "../../parts/query-view.tsx";
import { EndpointEditor } from "./endpoint-editor.tsx";
import { useEndpoint } from "./use-endpoint.ts";

const route = getRouteApi("/$org/$project/specs/$spec/$version/endpoints/$endpoint");

export function EndpointPage() {
  const { endpoint: id } = route.useParams();
  const { query } = useEndpoint(id);
  return (
    <QueryView query={query}>
      {(endpoint) => <EndpointEditor key={endpoint.id} endpoint={endpoint} />}
    </QueryView>
  );
}
