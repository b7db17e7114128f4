import { endpointMethods } from "../words/design.ts";
import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, page, pagingInput, record, RowVersion } from "../shapes/common.ts";
import { idListOf, idOf, lineOf, nameOf, textOf, withWarnings } from "../shapes/design.ts";
import {
  Endpoint,
  EndpointCollision,
  EndpointDetail,
  EndpointItem,
  EndpointPlace,
} from "../shapes/endpoint.ts";
import { Parameter, parameterFields } from "../shapes/parameter.ts";
import { requestBodyFields } from "../shapes/request-body.ts";
import { MadeResponse, responseFields } from "../shapes/response.ts";
import { SecurityAssignment } from "../shapes/security-assignment.ts";

const group = "Endpoints";
const toolset = "endpoints";
const spec = "/api/projects/{projectId}/specs/{specId}";
const ofVersion = `${spec}/versions/{versionId}/endpoints` as const;

const specId = idOf("The specification.");
const versionId = idOf("The version of the specification.");
const endpointId = idOf("The endpoint.");

const target = {
  path: Type.String({
    maxLength: 2000,
    description: "The URL template, from its leading slash; variables are in braces.",
  }),
  method: Type.Enum([...endpointMethods], {
    description: "The HTTP method; `query` needs OpenAPI 3.2.",
  }),
};

const texts = {
  summary: Type.Optional(textOf("A short label.", 2000)),
  description: Type.Optional(textOf("A long text in Markdown.")),
};

/** The parts with which an endpoint can be created, in the form of the operations that add them. */
const parts = {
  parameters: Type.Optional(
    Type.Array(record(parameterFields), {
      maxItems: 200,
      description: "Its parameters. One in `path` describes the variable with its name.",
    }),
  ),
  requestBody: Type.Optional(
    Type.Object(requestBodyFields, {
      additionalProperties: false,
      description: "Its request body.",
    }),
  ),
  responses: Type.Optional(
    Type.Array(record(responseFields), { maxItems: 100, description: "Its responses." }),
  ),
  securitySchemes: Type.Optional(
    Type.Array(
      record({
        securitySchemeId: Type.Optional(idOf("The scheme's component.")),
        securitySchemeName: Type.Optional(nameOf("The scheme's name.")),
        scopes: Type.Optional(textOf("The required OAuth scopes. Comma-separated.")),
      }),
      { maxItems: 50, description: "The security schemes that it accepts, as alternatives." },
    ),
  ),
};

/** The parts of an endpoint by their ids. */
const madeParts = {
  parameters: Type.Array(
    record({
      id: Id,
      name: nullable(Type.String()),
      location: Parameter.properties.location,
      rowVersion: RowVersion,
    }),
  ),
  requestBody: nullable(record({ id: Id, rowVersion: RowVersion })),
  responses: Type.Array(MadeResponse),
  securitySchemes: Type.Array(
    record({
      securitySchemeAssignmentId: SecurityAssignment.properties.securitySchemeAssignmentId,
      name: SecurityAssignment.properties.name,
    }),
  ),
};

export const createEndpoint = operation({
  name: "createEndpoint",
  title: "Create an endpoint",
  summary:
    "Define a new endpoint (a route) in a draft version, with parts in the form of the tools that add them. Variables of its path become path parameters.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: true,
  event: "endpoint.created",
  tool: {
    name: "create_endpoint",
    toolset,
    likeTools: ["parameters", "requestBody", "responses", "securitySchemes"],
  },
  rest: {
    method: "POST",
    path: ofVersion,
    status: 201,
    location: `${spec}/endpoint?endpointId={id}`,
  },
  input: {
    specId,
    versionId,
    ...target,
    ...texts,
    operationId: Type.Optional(
      lineOf(
        "A stable name, unique in the version; made from method and path if omitted or empty.",
        500,
      ),
    ),
    tags: Type.Optional(textOf("The tags. Comma-separated.")),
    folderId: Type.Optional(idOf("The folder to put it in, as its last; default: the root.")),
    ...parts,
  },
  output: withWarnings({ ...Endpoint.properties, ...madeParts }),
  problems: [
    "VERSION_LOCKED",
    "ENDPOINT_EXISTS",
    "PATH_INVALID",
    "OPENAPI_VERSION_UNSUPPORTED",
    "PLAN_LIMIT_REACHED",
    "NAME_TAKEN",
    "RESPONSE_EXISTS",
    "MUTUALLY_EXCLUSIVE",
    "SCHEMA_INVALID",
    "SECURITY_SCHEME_NOT_FOUND",
  ],
});

export const updateEndpoint = operation({
  name: "updateEndpoint",
  title: "Replace an endpoint",
  summary:
    "Change or rename the path, method, summary, operationId or tags of an endpoint. An omitted text is cleared; tags and internalNotes are kept.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: true,
  event: "endpoint.updated",
  tool: { name: "update_endpoint", toolset },
  rest: { method: "PUT", path: `${ofVersion}/{endpointId}` },
  input: {
    specId,
    versionId,
    endpointId,
    ...target,
    rowVersion: RowVersion,
    ...texts,
    operationId: Type.Optional(
      lineOf("A stable name, unique in the version; made from method and path if omitted.", 500),
    ),
    tags: Type.Optional(textOf("The tags; kept if omitted. Comma-separated; empty clears them.")),
    isDeprecated: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Whether it should no longer be used; fixed while a deprecation plan is live.",
      }),
    ),
    internalNotes: Type.Optional(
      textOf("Notes for members, never exported; kept if omitted. Empty clears them."),
    ),
  },
  output: withWarnings(Endpoint.properties),
  problems: [
    "ROW_VERSION_REQUIRED",
    "CONCURRENCY_CONFLICT",
    "VERSION_LOCKED",
    "ENDPOINT_EXISTS",
    "PATH_INVALID",
    "OPENAPI_VERSION_UNSUPPORTED",
  ],
});

export const deleteEndpoint = operation({
  name: "deleteEndpoint",
  title: "Delete an endpoint",
  summary: "Remove an endpoint from the API; it can be restored.",
  group,
  permission: "specs:delete",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: true,
  event: "endpoint.deleted",
  tool: { name: "delete_endpoint", toolset },
  rest: { method: "DELETE", path: `${ofVersion}/{endpointId}` },
  input: { specId, versionId, endpointId },
  output: null,
  problems: ["VERSION_LOCKED"],
});

export const restoreEndpoint = operation({
  name: "restoreEndpoint",
  title: "Restore an endpoint",
  summary: "Bring back a deleted endpoint: undo its deletion.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: true,
  event: "endpoint.restored",
  tool: { name: "restore_endpoint", toolset },
  rest: { method: "POST", path: `${ofVersion}/{endpointId}/restore` },
  input: { specId, versionId, endpointId },
  output: withWarnings(Endpoint.properties),
  problems: ["VERSION_LOCKED", "ENDPOINT_EXISTS", "PLAN_LIMIT_REACHED"],
});

export const getEndpoint = operation({
  name: "getEndpoint",
  title: "Read endpoints",
  summary:
    "Show what an endpoint accepts and returns: parameters, request body, responses, security schemes. Up to 25 at once.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "get_endpoint", toolset },
  rest: { method: "GET", path: `${spec}/endpoint` },
  input: {
    specId,
    endpointId: Type.Optional(idOf("The endpoint to read; excludes endpointIds.")),
    endpointIds: Type.Optional(
      idListOf("Up to 25 endpoints to read, instead of endpointId. Comma-separated.", 8000),
    ),
  },
  output: Type.Union(
    [EndpointDetail, record({ items: Type.Array(EndpointDetail), notFound: Type.Array(Id) })],
    {
      type: "object",
      description:
        "The endpoint for endpointId; for endpointIds a list, and the ids without an endpoint.",
    },
  ),
  problems: ["MUTUALLY_EXCLUSIVE", "BATCH_TOO_LARGE"],
});

export const listEndpoints = operation({
  name: "listEndpoints",
  title: "List endpoints",
  summary:
    "List the endpoints that a version of the API has. With scope project: those of the whole project that clash on method and path.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "list_endpoints", toolset },
  rest: { method: "GET", path: `${spec}/endpoints` },
  input: {
    specId,
    versionId: Type.Optional(idOf("The version of the specification. Default: the newest.")),
    ...pagingInput,
    isDeleted: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Deleted endpoints instead of existing ones.",
      }),
    ),
    scope: Type.Optional(
      Type.Enum(["spec", "project"], {
        default: "spec",
        description:
          "`project` returns collisions in all specifications of the project and ignores specId and paging.",
      }),
    ),
  },
  output: Type.Union(
    [
      page(EndpointItem),
      record({
        groups: Type.Array(EndpointCollision),
        groupCount: Type.Integer({ minimum: 0 }),
        endpointCount: Type.Integer({ minimum: 0, description: "Endpoints of all groups." }),
      }),
    ],
    { type: "object", description: "A page for scope `spec`, groups for scope `project`." },
  ),
  problems: [],
});

const bulkActions = ["delete", "move", "reorder"] as const;

export const bulkUpdateEndpoints = operation({
  name: "bulkUpdateEndpoints",
  title: "Delete, move or reorder endpoints",
  summary: "Delete, move or change the order of many endpoints in one go: all of them or none.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: true,
  event: "endpoint.updated",
  tool: { name: "bulk_update_endpoints", toolset },
  rest: { method: "POST", path: `${spec}/endpoints/bulk` },
  input: {
    specId,
    action: Type.Enum([...bulkActions], { description: "What to do to all of them." }),
    endpointIds: idListOf(
      "The endpoints. Comma-separated; for reorder all of a folder, in the new order.",
    ),
    folderId: Type.Optional(idOf("The target of move; default: the root.")),
  },
  output: record({
    action: Type.Enum([...bulkActions]),
    count: Type.Integer({ minimum: 0, description: "The number of changed endpoints." }),
    endpoints: Type.Array(EndpointPlace, {
      description: "The position of each endpoint; empty for delete.",
    }),
  }),
  problems: ["VERSION_LOCKED", "TREE_ITEMS_MISMATCH"],
});

export const moveEndpointToFolder = operation({
  name: "moveEndpointToFolder",
  title: "Move an endpoint to a folder",
  summary: "Put an endpoint in a folder, or at the root.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: true,
  event: "endpoint.moved",
  tool: { name: "move_endpoint_to_folder", toolset },
  rest: { method: "PUT", path: `${spec}/endpoints/{endpointId}/folder` },
  input: {
    specId,
    endpointId,
    folderId: Type.Optional(idOf("The folder to move it to; default: the root.")),
  },
  output: Endpoint,
  problems: ["VERSION_LOCKED"],
});
