import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { record, RowVersion } from "../shapes/common.ts";
import { idOf, withWarnings } from "../shapes/design.ts";
import { keptMediaTypeFields } from "../shapes/media-type.ts";
import { MadeResponse, Response, responseFields } from "../shapes/response.ts";

const group = "Endpoints";
const toolset = "endpoints";
const base = "/api/projects/{projectId}/specs/{specId}/endpoints/{endpointId}/responses";

const specId = idOf("The specification.");
const endpointId = idOf("The endpoint.");
const responseId = idOf("The response.");

export const addResponse = operation({
  name: "addResponse",
  title: "Add a response",
  summary:
    "Add a response to an endpoint: a status that it may answer, with its schema. moreResponses: further ones in the same form.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: true,
  event: "response.created",
  tool: { name: "add_response", toolset, likeTools: ["moreResponses"] },
  rest: { method: "POST", path: base, status: 201 },
  input: {
    specId,
    endpointId,
    ...responseFields,
    moreResponses: Type.Optional(
      Type.Array(record(responseFields), {
        maxItems: 100,
        description: "Further responses to add in the same call: all of them or none.",
      }),
    ),
  },
  output: withWarnings({
    ...Response.properties,
    moreResponses: Type.Array(MadeResponse, { description: "In the order of the call." }),
  }),
  problems: [
    "VERSION_LOCKED",
    "RESPONSE_EXISTS",
    "MUTUALLY_EXCLUSIVE",
    "SCHEMA_INVALID",
    "OPENAPI_VERSION_UNSUPPORTED",
  ],
});

export const updateResponse = operation({
  name: "updateResponse",
  title: "Replace a response",
  summary:
    "Change an existing response and one media type of it: omitted fields are cleared. Headers, links, fixture examples and other media types are kept.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: true,
  event: "response.updated",
  tool: { name: "update_response", toolset },
  rest: { method: "PUT", path: `${base}/{responseId}` },
  input: {
    specId,
    endpointId,
    responseId,
    ...responseFields,
    statusCode: Type.Integer({
      minimum: 0,
      maximum: 599,
      description: "The HTTP status, in the form of add_response.",
    }),
    rowVersion: RowVersion,
    ...keptMediaTypeFields,
    responseComponentId: Type.Optional(
      idOf("The response component to refer to; a link is kept if omitted."),
    ),
    detachResponseComponent: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Removes the link to the response component; excludes responseComponentId.",
      }),
    ),
  },
  output: withWarnings(Response.properties),
  problems: [
    "ROW_VERSION_REQUIRED",
    "CONCURRENCY_CONFLICT",
    "VERSION_LOCKED",
    "RESPONSE_EXISTS",
    "MUTUALLY_EXCLUSIVE",
    "SCHEMA_INVALID",
    "OPENAPI_VERSION_UNSUPPORTED",
  ],
});

export const deleteResponse = operation({
  name: "deleteResponse",
  title: "Delete a response",
  summary: "Remove a response from an endpoint.",
  group,
  permission: "specs:delete",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: true,
  event: "response.deleted",
  tool: { name: "delete_response", toolset },
  rest: { method: "DELETE", path: `${base}/{responseId}` },
  input: { specId, endpointId, responseId },
  output: null,
  problems: ["VERSION_LOCKED"],
});
