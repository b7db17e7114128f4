import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { RowVersion } from "../shapes/common.ts";
import { idOf, textOf, withWarnings } from "../shapes/design.ts";
import { Parameter, parameterFields } from "../shapes/parameter.ts";

const group = "Endpoints";
const toolset = "endpoints";
const base = "/api/projects/{projectId}/specs/{specId}/endpoints/{endpointId}/parameters";

const specId = idOf("The specification.");
const endpointId = idOf("The endpoint.");
const parameterId = idOf("The parameter.");

export const addParameter = operation({
  name: "addParameter",
  title: "Add a parameter",
  summary: "Add a new query, path, header or cookie parameter to an endpoint.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: true,
  event: "parameter.created",
  tool: { name: "add_parameter", toolset },
  rest: { method: "POST", path: base, status: 201 },
  input: { specId, endpointId, ...parameterFields },
  output: withWarnings(Parameter.properties),
  problems: ["VERSION_LOCKED", "NAME_TAKEN", "OPENAPI_VERSION_UNSUPPORTED"],
});

export const updateParameter = operation({
  name: "updateParameter",
  title: "Replace a parameter",
  summary:
    "Change a parameter of an endpoint, such as its type or whether it is required. Omitted fields are cleared; a link to a schema is kept.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: true,
  event: "parameter.updated",
  tool: { name: "update_parameter", toolset },
  rest: { method: "PUT", path: `${base}/{parameterId}` },
  input: {
    specId,
    endpointId,
    parameterId,
    ...parameterFields,
    schemaJson: Type.Optional(
      textOf(
        "The whole schema as JSON text, instead of schemaId, schemaType, schemaFormat and defaultValue. Empty: none.",
      ),
    ),
    rowVersion: RowVersion,
    schemaId: Type.Optional(
      idOf("The schema component that it refers to; an existing link is kept if omitted."),
    ),
    isDeprecated: Type.Optional(
      Type.Boolean({ default: false, description: "Whether it should no longer be used." }),
    ),
  },
  output: withWarnings(Parameter.properties),
  problems: [
    "ROW_VERSION_REQUIRED",
    "CONCURRENCY_CONFLICT",
    "SCHEMA_INVALID",
    "VERSION_LOCKED",
    "NAME_TAKEN",
    "OPENAPI_VERSION_UNSUPPORTED",
  ],
});

export const deleteParameter = operation({
  name: "deleteParameter",
  title: "Delete a parameter",
  summary: "Remove a parameter from an endpoint.",
  group,
  permission: "specs:delete",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: true,
  event: "parameter.deleted",
  tool: { name: "delete_parameter", toolset },
  rest: { method: "DELETE", path: `${base}/{parameterId}` },
  input: { specId, endpointId, parameterId },
  output: withWarnings({}),
  problems: ["VERSION_LOCKED"],
});
