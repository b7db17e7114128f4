import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { RowVersion } from "../shapes/common.ts";
import { idOf, textOf, withWarnings } from "../shapes/design.ts";
import { JsonUnlessSaid, keptMediaTypeFields, mediaTypeFields } from "../shapes/media-type.ts";
import { Response } from "../shapes/response.ts";

const group = "Endpoints";
const toolset = "endpoints";
const base = "/api/projects/{projectId}/specs/{specId}/endpoints/{endpointId}/responses";

const specId = idOf("The specification.");
const endpointId = idOf("The endpoint.");
const responseId = idOf("The response.");

// An integer has no form of its own for `default` and the ranges, which documents have as well.
const statusCode = Type.Integer({
  minimum: 0,
  maximum: 599,
  description:
    "The HTTP status, from 100 to 599, or 1 to 5 for the ranges 1XX to 5XX. 4 is 4XX, 0 is `default`.",
});

const description = textOf("What the response means, in Markdown.");

export const addResponse = operation({
  name: "addResponse",
  title: "Add a response",
  summary: "Add a response to an endpoint: a status that it may answer, with its schema.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: true,
  event: "response.created",
  tool: { name: "add_response", toolset },
  rest: { method: "POST", path: base, status: 201 },
  input: {
    specId,
    endpointId,
    statusCode,
    description: Type.Optional(description),
    contentType: JsonUnlessSaid,
    ...mediaTypeFields,
  },
  output: withWarnings(Response.properties),
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
    "Change an existing response and one media type of it: what is left out is cleared. Headers, links, fixture examples and other media types are kept.",
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
    statusCode,
    rowVersion: RowVersion,
    description: Type.Optional(description),
    contentType: JsonUnlessSaid,
    ...keptMediaTypeFields,
    responseComponentId: Type.Optional(
      idOf("The response component to refer to; left out, a link is kept."),
    ),
    detachResponseComponent: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Ends the link to the response component; excludes responseComponentId.",
      }),
    ),
  },
  output: withWarnings(Response.properties),
  problems: [
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
  summary: "Remove a response from an endpoint, with its headers.",
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
