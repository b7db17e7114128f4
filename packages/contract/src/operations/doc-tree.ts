import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, record, RowVersion } from "../shapes/common.ts";
import {
  DocFolder,
  DocTreeItem,
  GivenSlug,
  Icon,
  MadeNode,
  parentFolder,
  Title,
} from "../shapes/docs.ts";

const group = "Docs as Code";
const base = "/api/projects/{projectId}/docs/{docId}/versions/{versionId}";
const place = { docId: Id, versionId: Id };
const description = Type.Optional(
  nullable(Type.String({ maxLength: 1000, pattern: "^[^\\u0000]*$" })),
);

export const getDocTree = operation({
  name: "getDocTree",
  title: "Read the page tree",
  summary:
    "Read the page tree of a version of documentation: all pages, folders and API references, nested and in order.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "get_docs_tree", toolset: "docs" },
  rest: { method: "GET", path: `${base}/tree`, headers: { treeVersion: "ETag" } },
  input: place,
  output: record({
    items: Type.Array(DocTreeItem),
    treeVersion: Type.String({
      description: "An entity tag that changes with everything that readers see.",
    }),
  }),
  problems: [],
});

export const reorderDocTree = operation({
  name: "reorderDocTree",
  title: "Order the items of a folder",
  summary: "Order the items of a documentation folder, or of the root, as in the list.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: true,
  event: "doc_tree.reordered",
  tool: { name: "reorder_docs_tree", toolset: "docs" },
  rest: { method: "PUT", path: `${base}/tree/reorder`, at: { ifMatch: "header" } },
  input: {
    ...place,
    parentFolderPublicId: parentFolder,
    itemPublicIds: Type.Array(Type.String({ format: "uuid" }), {
      maxItems: 5000,
      description: "Exactly the present children, in the new order.",
    }),
    ifMatch: Type.Optional(
      Type.String({ description: "The tree's ETag. The call is refused if the tree has changed." }),
    ),
  },
  output: null,
  problems: ["VERSION_NOT_EDITABLE", "TREE_ITEMS_MISMATCH", "PRECONDITION_FAILED"],
});

export const createDocFolder = operation({
  name: "createDocFolder",
  title: "Create a folder of pages",
  summary:
    "Add a folder for documentation pages, last among its siblings; at the root it may be a section of the portal.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: true,
  event: "doc_folder.created",
  tool: { name: "create_docs_folder", toolset: "docs" },
  rest: { method: "POST", path: `${base}/folders`, status: 201, location: `${base}/folders/{id}` },
  input: {
    ...place,
    name: Title,
    slug: Type.Optional(GivenSlug),
    description,
    icon: Type.Optional(nullable(Icon)),
    parentFolderPublicId: Type.Optional(parentFolder),
    isSection: Type.Optional(Type.Boolean()),
  },
  output: MadeNode,
  problems: ["VERSION_NOT_EDITABLE", "SECTION_MUST_BE_ROOT", "SLUG_TAKEN"],
});

export const getDocFolder = operation({
  name: "getDocFolder",
  title: "Read a folder of pages",
  summary: "Shows one folder, without its content.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: `${base}/folders/{folderId}` },
  input: { ...place, folderId: Id },
  output: DocFolder,
  problems: [],
});

export const updateDocFolder = operation({
  name: "updateDocFolder",
  title: "Change a folder of pages",
  summary:
    "Rename a folder of documentation pages, or change its slug, icon, description or section. Addresses below a changed slug become redirects.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "doc_folder.updated",
  tool: { name: "update_docs_folder", toolset: "docs" },
  rest: { method: "PATCH", path: `${base}/folders/{folderId}` },
  input: {
    ...place,
    folderId: Id,
    name: Type.Optional(Title),
    slug: Type.Optional(GivenSlug),
    description,
    icon: Type.Optional(nullable(Icon)),
    isSection: Type.Optional(Type.Boolean()),
    rowVersion: RowVersion,
  },
  output: DocFolder,
  problems: ["CONCURRENCY_CONFLICT", "VERSION_NOT_EDITABLE", "SECTION_MUST_BE_ROOT", "SLUG_TAKEN"],
});

export const deleteDocFolder = operation({
  name: "deleteDocFolder",
  title: "Delete a folder of pages",
  summary:
    "Delete a folder of documentation pages; one that is not empty needs `recursive`, which deletes everything in it.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "doc_folder.deleted",
  tool: { name: "delete_docs_folder", toolset: "docs" },
  rest: { method: "DELETE", path: `${base}/folders/{folderId}` },
  input: { ...place, folderId: Id, recursive: Type.Optional(Type.Boolean({ default: false })) },
  output: null,
  problems: ["VERSION_NOT_EDITABLE", "IN_USE", "PAGE_LOCKED"],
});

export const moveDocItem = operation({
  name: "moveDocItem",
  title: "Move an item of the tree",
  summary:
    "Move a page, a folder or an API reference of documentation into another folder, last or at a position. Its old address becomes a redirect.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "doc_tree.moved",
  tool: { name: "move_docs_item", toolset: "docs" },
  rest: { method: "POST", path: `${base}/tree/move` },
  input: {
    ...place,
    itemPublicId: Type.String({ format: "uuid" }),
    parentFolderPublicId: parentFolder,
    position: Type.Optional(Type.Integer({ minimum: 0, description: "From 0. Default: the end." })),
  },
  output: null,
  problems: ["VERSION_NOT_EDITABLE", "SECTION_MUST_BE_ROOT", "SLUG_TAKEN", "TREE_CYCLE"],
});
