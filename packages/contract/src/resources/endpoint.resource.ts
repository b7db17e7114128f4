import { resource } from "../declare/resource.ts";
import { getEndpoint } from "../operations/endpoint.ts";

export const endpointResource = resource({
  name: "endpoint",
  title: "Endpoint",
  description:
    "One endpoint with its parameters, request body, responses, headers and security schemes.",
  uri: "lintel://specs/{specId}/endpoints/{endpointId}",
  mediaType: "application/json",
  operation: getEndpoint,
  fieldsOf: ({ specId, endpointId }) => ({ specId, endpointId }),
});
