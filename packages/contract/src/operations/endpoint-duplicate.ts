import { endpointMethods } from "../words/design.ts";
import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { idOf, withWarnings } from "../shapes/design.ts";
import { Endpoint } from "../shapes/endpoint.ts";

const spec = "/api/projects/{projectId}/specs/{specId}";

export const duplicateEndpoint = operation({
  name: "duplicateEndpoint",
  title: "Duplicate an endpoint",
  summary:
    "Copies an endpoint with its parameters, request body, responses and security schemes, under a method and path that are not in use.",
  group: "Endpoints",
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "endpoint.created",
  rest: {
    method: "POST",
    path: `${spec}/versions/{versionId}/endpoints/{endpointId}/duplicate`,
    status: 201,
    location: `${spec}/endpoint?endpointId={id}`,
  },
  input: {
    specId: idOf("The specification."),
    versionId: idOf("The version of the specification."),
    endpointId: idOf("The endpoint to copy."),
    path: Type.Optional(
      Type.String({
        maxLength: 2000,
        description:
          "The path of the copy. Default, if method is omitted too: the endpoint's path followed by -copy, -copy-2 and so on.",
      }),
    ),
    method: Type.Optional(
      Type.Enum([...endpointMethods], {
        description: "The HTTP method of the copy. Default: the endpoint's method.",
      }),
    ),
  },
  output: withWarnings(Endpoint.properties),
  problems: [
    "VERSION_LOCKED",
    "ENDPOINT_EXISTS",
    "PATH_INVALID",
    "OPENAPI_VERSION_UNSUPPORTED",
    "PLAN_LIMIT_REACHED",
  ],
});
