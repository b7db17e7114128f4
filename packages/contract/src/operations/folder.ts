import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Name, nullable, page, pagingInput, record, RowVersion } from "../shapes/common.ts";
import { idOf, textOf } from "../shapes/design.ts";
import { Folder } from "../shapes/design-tree.ts";

const group = "Folders";
const base = "/api/projects/{projectId}/specs/{specId}/versions/{versionId}/folders";

const place = {
  specId: idOf("The specification."),
  versionId: idOf("The version of the specification."),
};
const folderId = idOf("The folder.");

export const listFolders = operation({
  name: "listFolders",
  title: "List folders",
  summary: "List the tree of folders of a version: each after its parent.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "list_folders", toolset: "components" },
  rest: { method: "GET", path: base },
  input: { ...place, ...pagingInput },
  output: page(
    record({
      ...Folder.properties,
      endpointCount: Type.Integer({
        minimum: 0,
        description: "Endpoints in the folder itself, not in folders below it.",
      }),
    }),
  ),
  problems: [],
});

export const createFolder = operation({
  name: "createFolder",
  title: "Create a folder",
  summary: "Make a new folder in a draft version, last among its siblings.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "folder.created",
  tool: { name: "create_folder", toolset: "components" },
  rest: { method: "POST", path: base, status: 201 },
  input: {
    ...place,
    name: Name,
    description: Type.Optional(nullable(textOf("Introduces the group in the reference."))),
    parentFolderId: Type.Optional(nullable(idOf("Its parent folder. Default or null: the root."))),
  },
  output: Folder,
  problems: ["VERSION_LOCKED"],
});

export const updateFolder = operation({
  name: "updateFolder",
  title: "Change a folder",
  summary:
    "Rename a folder, or change its description. Omitted fields are kept; null clears the description.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "folder.updated",
  tool: { name: "update_folder", toolset: "components" },
  rest: { method: "PATCH", path: `${base}/{folderId}` },
  input: {
    ...place,
    folderId,
    name: Type.Optional(Name),
    description: Type.Optional(nullable(textOf("Introduces the group in the reference."))),
    rowVersion: RowVersion,
  },
  output: Folder,
  problems: ["CONCURRENCY_CONFLICT", "VERSION_LOCKED"],
});

export const moveFolder = operation({
  name: "moveFolder",
  title: "Move a folder",
  summary:
    "Put a folder, with all below it, inside another folder or at the root, at a position among its siblings.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "folder.updated",
  tool: { name: "move_folder", toolset: "components" },
  rest: { method: "PUT", path: `${base}/{folderId}/place` },
  input: {
    ...place,
    folderId,
    parentFolderId: Type.Optional(
      nullable(
        idOf("The folder to move it to, not itself or one below it. Default or null: the root."),
      ),
    ),
    position: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2147483647,
        description:
          "The position among its siblings there, from 0. Default, or if too large: the last.",
      }),
    ),
  },
  output: Folder,
  problems: ["VERSION_LOCKED"],
});

export const deleteFolder = operation({
  name: "deleteFolder",
  title: "Delete a folder",
  summary:
    "Remove a folder but keep its endpoints and the folders in it: they move up to its parent.",
  group,
  permission: "specs:delete",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "folder.deleted",
  tool: { name: "delete_folder", toolset: "components" },
  rest: { method: "DELETE", path: `${base}/{folderId}` },
  input: { ...place, folderId },
  output: null,
  problems: ["VERSION_LOCKED"],
});
