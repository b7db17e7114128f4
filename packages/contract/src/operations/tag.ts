import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, page, pagingInput, RowVersion } from "../shapes/common.ts";
import { idOf, lineOf, nameOf, textOf } from "../shapes/design.ts";
import { Tag } from "../shapes/design-tree.ts";

const group = "Tags";
const base = "/api/projects/{projectId}/specs/{specId}/versions/{versionId}/tags";

const place = {
  specId: idOf("The specification."),
  versionId: idOf("The version of the specification."),
};
const tagId = idOf("The tag.");

const texts = {
  description: Type.Optional(nullable(textOf("What the endpoints with the tag are about."))),
  icon: Type.Optional(
    nullable(lineOf("Shown in the service and the published reference; never exported.", 200)),
  ),
  summary: Type.Optional(nullable(textOf("A short label (OpenAPI 3.2).", 2000))),
  parent: Type.Optional(nullable(lineOf("The name of its parent tag (OpenAPI 3.2).", 500))),
  kind: Type.Optional(nullable(lineOf("What sort of tag it is, in free text (OpenAPI 3.2).", 500))),
};

export const listTags = operation({
  name: "listTags",
  title: "List tags",
  summary: "List the tags that a version describes; an endpoint may have others.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "list_tags", toolset: "components" },
  rest: { method: "GET", path: base },
  input: { ...place, ...pagingInput },
  output: page(Tag),
  problems: [],
});

export const createTag = operation({
  name: "createTag",
  title: "Create a tag",
  summary: "Add a tag with its description to a draft version, after the existing ones.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "tag.created",
  tool: { name: "create_tag", toolset: "components" },
  rest: { method: "POST", path: base, status: 201 },
  input: { ...place, name: nameOf("The label that endpoints have. Without a comma."), ...texts },
  output: Tag,
  problems: ["VERSION_LOCKED", "NAME_TAKEN", "OPENAPI_VERSION_UNSUPPORTED"],
});

export const updateTag = operation({
  name: "updateTag",
  title: "Change a tag",
  summary:
    "Rename a tag, also on its endpoints, or change its description. Omitted fields are kept; null clears one.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "tag.updated",
  tool: { name: "update_tag", toolset: "components" },
  rest: { method: "PATCH", path: `${base}/{tagId}` },
  input: {
    ...place,
    tagId,
    name: Type.Optional(nameOf("The label that endpoints have. Without a comma.")),
    ...texts,
    rowVersion: RowVersion,
  },
  output: Tag,
  problems: ["CONCURRENCY_CONFLICT", "VERSION_LOCKED", "NAME_TAKEN", "OPENAPI_VERSION_UNSUPPORTED"],
});

export const reorderTags = operation({
  name: "reorderTags",
  title: "Reorder tags",
  summary: "Sort the tags of a version: all of them, in the given order.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "tag.updated",
  tool: { name: "reorder_tags", toolset: "components" },
  rest: { method: "PUT", path: `${base}/order`, status: 204 },
  input: { ...place, ids: Type.Array(Id, { maxItems: 10_000 }) },
  output: null,
  problems: ["VERSION_LOCKED", "TREE_ITEMS_MISMATCH"],
});

export const deleteTag = operation({
  name: "deleteTag",
  title: "Delete a tag",
  summary:
    "Delete the description of a tag from a version. Endpoints keep the label; child tags move up to its parent.",
  group,
  permission: "specs:delete",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "tag.deleted",
  tool: { name: "delete_tag", toolset: "components" },
  rest: { method: "DELETE", path: `${base}/{tagId}` },
  input: { ...place, tagId },
  output: null,
  problems: ["VERSION_LOCKED"],
});
