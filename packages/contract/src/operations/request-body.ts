import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { rowVersionOf } from "../shapes/common.ts";
import { idOf, withWarnings } from "../shapes/design.ts";
import { keptMediaTypeFields } from "../shapes/media-type.ts";
import { RequestBody, requestBodyFields } from "../shapes/request-body.ts";

const group = "Endpoints";
const toolset = "endpoints";
const base = "/api/projects/{projectId}/specs/{specId}/endpoints/{endpointId}/request-body";

const specId = idOf("The specification.");
const endpointId = idOf("The endpoint; its method is post, put, patch or query.");

export const setRequestBody = operation({
  name: "setRequestBody",
  title: "Set the request body",
  summary:
    "Set the request body (payload) that an endpoint expects, or replace one media type of it. Links and other media types are kept.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: true,
  event: "request_body.set",
  tool: { name: "set_request_body", toolset },
  rest: { method: "PUT", path: base },
  input: {
    specId,
    endpointId,
    ...requestBodyFields,
    ...keptMediaTypeFields,
    rowVersion: Type.Optional(
      rowVersionOf("The version of the body that was read. Required if there is a body."),
    ),
    requestBodyComponentId: Type.Optional(
      idOf("The request body component to refer to; a link is kept if omitted."),
    ),
    detachRequestBodyComponent: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Removes the link to the request body component; excludes requestBodyComponentId.",
      }),
    ),
  },
  output: withWarnings(RequestBody.properties),
  problems: [
    "ROW_VERSION_REQUIRED",
    "CONCURRENCY_CONFLICT",
    "VERSION_LOCKED",
    "MUTUALLY_EXCLUSIVE",
    "SCHEMA_INVALID",
    "OPENAPI_VERSION_UNSUPPORTED",
  ],
});

export const deleteRequestBody = operation({
  name: "deleteRequestBody",
  title: "Delete the request body",
  summary: "Remove the request body from an endpoint.",
  group,
  permission: "specs:delete",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: true,
  event: "request_body.deleted",
  tool: { name: "delete_request_body", toolset },
  rest: { method: "DELETE", path: base },
  input: { specId, endpointId: idOf("The endpoint.") },
  output: null,
  problems: ["VERSION_LOCKED"],
});
