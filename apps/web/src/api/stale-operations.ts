import type { OperationName } from "@lintel/contract/catalog";

/** What shows the parts of an endpoint. */
const endpointViews: readonly OperationName[] = ["getEndpoint"];

/** What shows the outline of a version. */
const outline: readonly OperationName[] = ["getVersionTree"];

/** The operations whose answers a change makes outdated, by the noun of the event. */
const staleByNoun: Readonly<Record<string, readonly OperationName[]>> = {
  organization: ["getOrganization", "getCaller"],
  project: ["listProjects", "getProject"],
  spec: ["listSpecs", "getSpec", "listSpecVersions", "getSpecVersion", "getEndpoint", ...outline],
  spec_version: ["listSpecs", "listSpecVersions", "getSpecVersion"],
  endpoint: [...endpointViews, ...outline, "getSpecVersion"],
  parameter: endpointViews,
  response: endpointViews,
  response_header: endpointViews,
  request_body: endpointViews,
  endpoint_security: endpointViews,
  folder: outline,
  tag: [...endpointViews, ...outline],
  component: ["listComponents", "getComponent", "getEndpoint", ...outline],
};

/** @param type - of an event, such as `endpoint.updated` */
export function staleOperations(type: string): readonly OperationName[] {
  return staleByNoun[type.split(".")[0] ?? ""] ?? [];
}
