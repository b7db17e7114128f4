import { componentKinds } from "../words/design.ts";
import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, page, pagingInput, RowVersion } from "../shapes/common.ts";
import { Component, ComponentDetail, ComponentItem } from "../shapes/design-tree.ts";
import { idOf } from "../shapes/design.ts";

const group = "Components";
const base = "/api/projects/{projectId}/specs/{specId}/versions/{versionId}/components";

const version = {
  specId: idOf("The specification."),
  versionId: idOf("The version of the specification."),
};
const componentId = idOf("The component.");
const kind = Type.Enum([...componentKinds], {
  description: "The member of the Components Object that contains it.",
});

/** The name of a component in the Components Object (OpenAPI 3.2 §4.7.1). */
const name = Type.String({
  minLength: 1,
  maxLength: 300,
  pattern: "^[a-zA-Z0-9._-]+$",
  description: "The name in references. Letters, digits, dots, dashes and underscores.",
});

const content = Type.Unknown({
  description: "The component as the document has it: an object, or for a schema also a boolean.",
});

export const listComponents = operation({
  name: "listComponents",
  title: "List components",
  summary:
    "List the reusable components of a version, such as schemas and responses, without their content.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "list_components", toolset: "components" },
  rest: { method: "GET", path: base },
  input: {
    ...version,
    kind: Type.Optional(kind),
    name: Type.Optional(
      Type.String({
        maxLength: 300,
        description: "Only components with this text in their name; case-insensitive.",
      }),
    ),
    includeUsageCounts: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Whether to count the references to each.",
      }),
    ),
    ...pagingInput,
  },
  output: page(ComponentItem),
  problems: [],
});

export const createComponent = operation({
  name: "createComponent",
  title: "Create a component",
  summary:
    "Define a reusable component, shared by endpoints that reference it: a schema, a response, a security scheme or another kind.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "component.created",
  tool: { name: "create_component", toolset: "components" },
  rest: { method: "POST", path: base, status: 201, location: `${base}/{id}` },
  input: { ...version, kind, name, content },
  output: Component,
  problems: ["VERSION_LOCKED", "NAME_TAKEN", "SCHEMA_INVALID", "OPENAPI_VERSION_UNSUPPORTED"],
});

export const getComponent = operation({
  name: "getComponent",
  title: "Read a component",
  summary: "Show a reusable component, such as a schema, with its content and where it is used.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_component", toolset: "components" },
  rest: { method: "GET", path: `${base}/{componentId}` },
  input: { ...version, componentId },
  output: ComponentDetail,
  problems: [],
});

export const updateComponent = operation({
  name: "updateComponent",
  title: "Change a component",
  summary:
    "Replace the content of a reusable component, such as a schema, or rename it: every reference to it follows.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "component.updated",
  tool: { name: "update_component", toolset: "components" },
  rest: { method: "PATCH", path: `${base}/{componentId}` },
  input: {
    ...version,
    componentId,
    name: Type.Optional(name),
    content: Type.Optional(content),
    rowVersion: RowVersion,
  },
  output: Component,
  problems: ["CONCURRENCY_CONFLICT", "VERSION_LOCKED", "NAME_TAKEN", "SCHEMA_INVALID"],
});

export const deleteComponent = operation({
  name: "deleteComponent",
  title: "Delete a component",
  summary:
    "Delete a reusable component, such as a schema. A referenced one is deleted only with isForced.",
  group,
  permission: "specs:delete",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "component.deleted",
  tool: { name: "delete_component", toolset: "components" },
  rest: { method: "DELETE", path: `${base}/{componentId}` },
  input: {
    ...version,
    componentId,
    isForced: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Deletes it even if something refers to it; the references remain.",
      }),
    ),
  },
  output: null,
  problems: ["VERSION_LOCKED", "IN_USE"],
});

export const reorderComponents = operation({
  name: "reorderComponents",
  title: "Reorder components",
  summary: "Puts all components of one kind in the given order.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "component.updated",
  rest: { method: "PUT", path: `${base}/order`, status: 204 },
  input: { ...version, kind, ids: Type.Array(Id, { maxItems: 50_000 }) },
  output: null,
  problems: ["VERSION_LOCKED", "TREE_ITEMS_MISMATCH"],
});
