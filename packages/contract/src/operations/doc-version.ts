import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, record, RowVersion } from "../shapes/common.ts";
import { DocVersion, VersionLabel, versionStatuses, visibilities } from "../shapes/docs.ts";

const group = "Docs as Code";
const base = "/api/projects/{projectId}/docs/{docId}/versions";

const visibility = Type.Optional(
  Type.Enum([...visibilities], {
    description:
      "Who may read it once it is published: members (internal), all who signed in, or anyone.",
  }),
);

export const createDocVersion = operation({
  name: "createDocVersion",
  title: "Create a version of a documentation",
  summary: "Makes a draft: empty, or as a copy of another version with its pages and assets.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "doc_version.created",
  rest: { method: "POST", path: base, status: 201, location: `${base}/{id}` },
  input: {
    docId: Id,
    label: Type.Optional(VersionLabel),
    visibility,
    fromVersionId: Type.Optional(
      Type.String({
        format: "uuid",
        description: "The version to copy, with its label and visibility unless given.",
      }),
    ),
  },
  output: DocVersion,
  problems: [],
});

export const getDocVersion = operation({
  name: "getDocVersion",
  title: "Read a version of a documentation",
  summary: "One version: what it is called, where it stands, and who may read it.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: `${base}/{versionId}` },
  input: { docId: Id, versionId: Id },
  output: DocVersion,
  problems: [],
});

export const updateDocVersion = operation({
  name: "updateDocVersion",
  title: "Change a version of a documentation",
  summary: "Changes label or visibility; that of a published version needs docs:publish.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "doc_version.updated",
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
    "draft → review → published → archived, and review → draft; a draft is published at once where no approval is required. Publishing replaces the published version of the same label. Publishing and archiving need docs:publish.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "doc_version.status_changed",
  rest: { method: "POST", path: `${base}/{versionId}/status` },
  input: { docId: Id, versionId: Id, status: Type.Enum([...versionStatuses]) },
  output: record({
    ...DocVersion.properties,
    replacedVersionId: Type.Union([Id, Type.Null()], {
      description: "The version of the same label that was archived by publishing this one.",
    }),
  }),
  problems: ["TRANSITION_REFUSED", "APPROVAL_REQUIRED"],
});

export const deleteDocVersion = operation({
  name: "deleteDocVersion",
  title: "Delete a version of a documentation",
  summary: "Deletes a version that is not published, with its pages.",
  group,
  permission: "docs:publish",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "doc_version.deleted",
  rest: { method: "DELETE", path: `${base}/{versionId}` },
  input: { docId: Id, versionId: Id },
  output: null,
  problems: ["IN_USE"],
});
