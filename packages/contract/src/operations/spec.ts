import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, Name, page, pagingInput, RowVersion } from "../shapes/common.ts";
import { openApiVersionOf, semanticVersionOf, Spec, specFields } from "../shapes/spec.ts";

const group = "Specifications";
const base = "/api/projects/{projectId}/specs";

export const listSpecs = operation({
  name: "listSpecs",
  title: "List specifications",
  summary: "List which API specifications are in the project, each with its newest version.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "list_specs", toolset: "core" },
  rest: { method: "GET", path: base },
  input: {
    name: Type.Optional(
      Type.String({
        maxLength: 120,
        description: "Only the specification with exactly this name.",
      }),
    ),
    ...pagingInput,
  },
  output: page(Spec),
  problems: [],
});

export const createSpec = operation({
  name: "createSpec",
  title: "Create a specification",
  summary: "Start a new, empty API specification with a draft version.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "spec.created",
  tool: { name: "create_spec", toolset: "core" },
  rest: { method: "POST", path: base, status: 201, location: `${base}/{id}` },
  input: {
    name: Name,
    version: Type.Optional(semanticVersionOf("A semantic version; default 1.0.0.")),
    openapiVersion: Type.Optional(
      openApiVersionOf("The document's version of OpenAPI; default 3.1."),
    ),
    ...specFields,
  },
  output: Spec,
  problems: ["NAME_TAKEN"],
});

export const getSpec = operation({
  name: "getSpec",
  title: "Read a specification",
  summary: "Show one specification.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_spec", toolset: "specs" },
  rest: { method: "GET", path: `${base}/{specId}` },
  input: { specId: Id },
  output: Spec,
  problems: [],
});

export const updateSpec = operation({
  name: "updateSpec",
  title: "Change a specification",
  summary:
    "Rename a specification, or change its base path or description. Omitted fields are kept; null clears one.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "spec.updated",
  tool: { name: "update_spec", toolset: "specs" },
  rest: { method: "PATCH", path: `${base}/{specId}` },
  input: {
    specId: Id,
    name: Type.Optional(Name),
    ...specFields,
    rowVersion: RowVersion,
  },
  output: Spec,
  problems: ["CONCURRENCY_CONFLICT", "NAME_TAKEN"],
});

export const deleteSpec = operation({
  name: "deleteSpec",
  title: "Delete a specification",
  summary: "Delete a whole specification for good, with all its versions, endpoints and schemas.",
  group,
  permission: "specs:delete",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "spec.deleted",
  tool: { name: "delete_spec", toolset: "specs" },
  rest: { method: "DELETE", path: `${base}/{specId}` },
  input: { specId: Id },
  output: null,
  problems: [],
});
