import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, record, RowVersion } from "../shapes/common.ts";
import { DocVersion, VersionLabel, versionStatuses } from "../shapes/docs.ts";
import { visibilities } from "../words/visibilities.ts";

const group = "Docs as Code";
const base = "/api/projects/{projectId}/docs/{docId}/versions";

const visibility = Type.Optional(
  Type.Enum([...visibilities], {
    description:
      "Who may read it in the portal once it is published: anyone (public), anyone who signs in (authenticated), or members who may read the project (internal).",
  }),
);

export const createDocVersion = operation({
  name: "createDocVersion",
  title: "Create a version of a documentation",
  summary:
    "Start a new version of a documentation as a draft: empty, or as a copy of another version (fromVersionId) with its pages and assets.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "doc_version.created",
  tool: { name: "create_docs_version", toolset: "docs" },
  rest: { method: "POST", path: base, status: 201, location: `${base}/{id}` },
  input: {
    docId: Id,
    label: Type.Optional(VersionLabel),
    visibility,
    fromVersionId: Type.Optional(
      Type.String({
        format: "uuid",
        description: "The version to copy; its label and visibility are the defaults.",
      }),
    ),
  },
  output: DocVersion,
  problems: [],
});

export const getDocVersion = operation({
  name: "getDocVersion",
  title: "Read a version of a documentation",
  summary:
    "Read a version of documentation: its label and status, who can read it, and its address in the portal.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_docs_version", toolset: "docs" },
  rest: { method: "GET", path: `${base}/{versionId}` },
  input: { docId: Id, versionId: Id },
  output: DocVersion,
  problems: [],
});

export const updateDocVersion = operation({
  name: "updateDocVersion",
  title: "Change a version of a documentation",
  summary:
    "Change the visibility or the label of a version of documentation: who may read it once it is published. A published version needs docs:publish.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "doc_version.updated",
  tool: { name: "update_docs_version", toolset: "docs" },
  rest: { method: "PATCH", path: `${base}/{versionId}` },
  input: {
    docId: Id,
    versionId: Id,
    label: Type.Optional(VersionLabel),
    visibility,
    rowVersion: RowVersion,
  },
  output: DocVersion,
  problems: ["CONCURRENCY_CONFLICT", "VERSION_NOT_EDITABLE"],
});

export const changeDocVersionStatus = operation({
  name: "changeDocVersionStatus",
  title: "Move a version of a documentation on",
  summary:
    "Publish a version of documentation, or submit it for review, return it to draft, or archive it.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "doc_version.status_changed",
  tool: { name: "publish_docs_version", toolset: "docs" },
  rest: { method: "POST", path: `${base}/{versionId}/status` },
  input: {
    docId: Id,
    versionId: Id,
    status: Type.Enum([...versionStatuses], {
      description:
        "draft → review → published → archived, and review → draft; draft → published if no approval is required. Publishing archives the published version of the same label under a new label, and deletes copies beyond `keptCopies`. Publishing and archiving need docs:publish.",
    }),
    visibility,
  },
  output: record({
    ...DocVersion.properties,
    replacedVersionId: Type.Union([Id, Type.Null()], {
      description: "The version of the same label that was archived by publishing this one.",
    }),
    deletedVersionIds: Type.Array(Id, {
      description: "Older copies that were deleted because of `keptCopies`.",
    }),
  }),
  problems: ["TRANSITION_REFUSED", "APPROVAL_REQUIRED"],
});

export const deleteDocVersion = operation({
  name: "deleteDocVersion",
  title: "Delete a version of a documentation",
  summary: "Delete a version of documentation that is not published, with its pages.",
  group,
  permission: "docs:publish",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "doc_version.deleted",
  tool: { name: "delete_docs_version", toolset: "docs" },
  rest: { method: "DELETE", path: `${base}/{versionId}` },
  input: { docId: Id, versionId: Id },
  output: null,
  problems: ["IN_USE"],
});
