import Type from "typebox";
import { file, operation } from "../declare/operation.ts";
import { Id } from "../shapes/common.ts";
import { DocReference, GivenSlug, parentFolder, Title } from "../shapes/docs.ts";
import { AnyOpenApiDocument } from "../shapes/spec.ts";

const group = "Docs as Code";
const base = "/api/projects/{projectId}/docs/{docId}/versions/{versionId}/references";
const place = { docId: Id, versionId: Id };
const ofReference = { ...place, referenceId: Id };

const specVersionId = Type.Optional(
  Type.String({
    format: "uuid",
    description: "Default: the newest published version, or the newest if none is published.",
  }),
);

export const attachDocReference = operation({
  name: "attachDocReference",
  title: "Attach an API reference",
  summary:
    "Attach the API reference of a specification to a documentation: a snapshot of its document is added to the tree. Also needs specs:read.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "doc_reference.attached",
  tool: { name: "attach_api_reference", toolset: "docs" },
  rest: { method: "POST", path: base, status: 201 },
  input: {
    ...place,
    specId: Type.String({ format: "uuid" }),
    specVersionId,
    parentFolderPublicId: Type.Optional(parentFolder),
    slug: Type.Optional(GivenSlug),
    title: Type.Optional(Title),
  },
  output: DocReference,
  problems: ["VERSION_NOT_EDITABLE", "SLUG_TAKEN", "DOCUMENT_TOO_COSTLY"],
});

export const updateDocReference = operation({
  name: "updateDocReference",
  title: "Renew an API reference",
  summary:
    "Renew an API reference in a documentation: show another version of the same specification, or the present document of the same one. Also needs specs:read.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "doc_reference.updated",
  tool: { name: "update_api_reference", toolset: "docs" },
  rest: { method: "PUT", path: `${base}/{referenceId}` },
  input: { ...ofReference, specVersionId },
  output: DocReference,
  problems: ["VERSION_NOT_EDITABLE", "DOCUMENT_TOO_COSTLY"],
});

export const removeDocReference = operation({
  name: "removeDocReference",
  title: "Remove an API reference",
  summary: "Remove an API reference from a documentation; the specification is kept.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "doc_reference.removed",
  tool: { name: "remove_api_reference", toolset: "docs" },
  rest: { method: "DELETE", path: `${base}/{referenceId}` },
  input: ofReference,
  output: null,
  problems: ["VERSION_NOT_EDITABLE"],
});

export const getDocReferenceDocument = operation({
  name: "getDocReferenceDocument",
  title: "Download the document of an API reference",
  summary: "Returns the OpenAPI document as it was when it was attached or last renewed.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: `${base}/{referenceId}/document` },
  input: ofReference,
  output: file(["application/json"], { "application/json": AnyOpenApiDocument }),
  problems: [],
});
