import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, record } from "../shapes/common.ts";
import { idListOf, idOf, nameOf, textOf, withWarnings } from "../shapes/design.ts";
import { SecurityAssignment } from "../shapes/security-assignment.ts";

const group = "Endpoints";
const toolset = "endpoints";
const spec = "/api/projects/{projectId}/specs/{specId}";

const specId = idOf("The specification.");

export const addSecurityScheme = operation({
  name: "addSecurityScheme",
  title: "Add a security scheme to endpoints",
  summary:
    "Protect one endpoint, or many of a version: require a security scheme of the version, with OAuth scopes.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: true,
  event: "endpoint_security.added",
  tool: { name: "add_security_scheme", toolset },
  rest: { method: "POST", path: `${spec}/endpoint-security` },
  input: {
    specId,
    endpointId: Type.Optional(idOf("The endpoint; excludes endpointIds.")),
    endpointIds: Type.Optional(
      idListOf("The endpoints, instead of endpointId. Comma-separated; needs versionId."),
    ),
    versionId: Type.Optional(idOf("The version of the endpoints in endpointIds.")),
    securitySchemeId: Type.Optional(idOf("The scheme's component; excludes securitySchemeName.")),
    securitySchemeName: Type.Optional(nameOf("The scheme's name; excludes securitySchemeId.")),
    scopes: Type.Optional(textOf("The required OAuth scopes. Comma-separated.")),
  },
  output: withWarnings({
    assignments: Type.Array(
      record({
        endpointId: Id,
        ...SecurityAssignment.properties,
        isNew: Type.Boolean({ description: "False if the endpoint required it already." }),
      }),
    ),
  }),
  problems: ["VERSION_LOCKED", "MUTUALLY_EXCLUSIVE", "SECURITY_SCHEME_NOT_FOUND"],
});

export const removeEndpointSecurityScheme = operation({
  name: "removeEndpointSecurityScheme",
  title: "Remove a security scheme from an endpoint",
  summary: "Stop an endpoint from requiring a security scheme; the scheme itself is kept.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: true,
  event: "endpoint_security.removed",
  tool: { name: "remove_endpoint_security_scheme", toolset },
  rest: {
    method: "DELETE",
    path: `${spec}/endpoints/{endpointId}/security/{securitySchemeAssignmentId}`,
  },
  input: {
    specId,
    endpointId: idOf("The endpoint."),
    securitySchemeAssignmentId: idOf(
      "The assignment's own id, not the scheme's, from get_endpoint.",
    ),
  },
  output: null,
  problems: ["VERSION_LOCKED"],
});
