import { useQuery } from "@tanstack/react-query";
import { unescapeStep } from "@lintel/json/pointer";
import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import type { Api } from "../../api/api.ts";
import { queryClient } from "../../api/query-client.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { readDeclared, type DeclaredParameter } from "../../request/declared-parameter.ts";
import { readServers, type DeclaredServer } from "../../request/declared-server.ts";

/** What a document says of the requests of an operation. */
export interface Operation {
  readonly endpoint: EndpointDetail;
  readonly parameters: readonly DeclaredParameter[];
  readonly servers: readonly DeclaredServer[];
}

export function useOperation(specId: string, endpointId: string) {
  const api = useApi();
  const { id: projectId } = useProject();
  const place = { projectId, specId, endpointId };
  const { queryKey } = api.query("getEndpoint", place);
  return useQuery({
    queryKey: [...queryKey, "operation"],
    queryFn: () => readOperation(api, place),
    enabled: specId !== "" && endpointId !== "",
  });
}

async function readOperation(
  api: Api,
  place: { projectId: string; specId: string; endpointId: string },
): Promise<Operation> {
  // Asked for by one id, the answer is one endpoint.
  const endpoint = (await api.call("getEndpoint", place)) as EndpointDetail;
  const { projectId, specId } = place;
  const version = { projectId, specId, versionId: endpoint.versionId };
  const [info, parameters] = await Promise.all([
    api.call("getVersionInfo", version),
    readDeclared(endpoint.parameters, (reference) => findComponent(api, version, reference)),
  ]);
  return { endpoint, parameters, servers: readServers(info.servers) };
}

async function findComponent(
  api: Api,
  version: { projectId: string; specId: string; versionId: string },
  reference: string,
): Promise<unknown> {
  const [, kind, name] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(reference) ?? [];
  if (kind === undefined || name === undefined) return undefined;
  const { components } = await queryClient.fetchQuery(api.query("getVersionTree", version));
  const found = components.find((each) => each.kind === kind && each.name === unescapeStep(name));
  if (found === undefined) return undefined;
  const component = api.query("getComponent", { ...version, componentId: found.id });
  return (await queryClient.fetchQuery(component)).content;
}
