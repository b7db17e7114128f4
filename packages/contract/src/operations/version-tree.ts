import { componentKinds, endpointMethods } from "../words/design.ts";
import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, record, RowVersion } from "../shapes/common.ts";
import { idOf } from "../shapes/design.ts";

const TreeFolder = record({
  id: Id,
  parentFolderId: nullable(Id),
  name: Type.String(),
  position: Type.Integer({ minimum: 0 }),
  endpointCount: Type.Integer({ minimum: 0, description: "Without those of folders in it." }),
  rowVersion: RowVersion,
});

const TreeEndpoint = record({
  id: Id,
  folderId: nullable(Id),
  method: Type.Enum([...endpointMethods]),
  path: Type.String(),
  name: nullable(Type.String({ description: "The summary; without one, the operation id." })),
  tags: Type.Array(Type.String()),
  position: Type.Integer({ minimum: 0, description: "The position in its folder, from 0." }),
  isDeprecated: Type.Boolean(),
  rowVersion: RowVersion,
});

const TreeComponent = record({
  id: Id,
  kind: Type.Enum([...componentKinds]),
  name: Type.String(),
});

export const getVersionTree = operation({
  name: "getVersionTree",
  title: "Read the tree of a version",
  summary:
    "Read the outline of a version at once: all its folders, endpoints, tags and components, by name and in order.",
  group: "Specifications",
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_version_tree", toolset: "specs" },
  rest: {
    method: "GET",
    path: "/api/projects/{projectId}/specs/{specId}/versions/{versionId}/tree",
    headers: { treeVersion: "ETag" },
  },
  input: {
    specId: idOf("The specification."),
    versionId: idOf("The version of the specification."),
  },
  output: record({
    folders: Type.Array(TreeFolder),
    endpoints: Type.Array(TreeEndpoint),
    tags: Type.Array(
      record({
        name: Type.String(),
        endpointCount: Type.Integer({ minimum: 0 }),
      }),
      { description: "Those that are described, in order, then those that endpoints alone name." },
    ),
    components: Type.Array(TreeComponent),
    deletedEndpointCount: Type.Integer({
      minimum: 0,
      description: "How many endpoints can be restored.",
    }),
    treeVersion: Type.String({
      description: "An entity tag that changes with everything in this answer.",
    }),
  }),
  problems: [],
});
