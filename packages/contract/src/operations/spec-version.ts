import Type from "typebox";
import { operation } from "../declare/operation.ts";
import {
  Description,
  Id,
  nullable,
  page,
  pagingInput,
  record,
  RowVersion,
} from "../shapes/common.ts";
import { LintFinding, SemanticVersion, SpecVersion } from "../shapes/spec.ts";

const group = "Specifications";
const base = "/api/projects/{projectId}/specs/{specId}/versions";

export const listSpecVersions = operation({
  name: "listSpecVersions",
  title: "List the versions of a specification",
  summary: "List which versions a specification has, the newest first.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "list_spec_versions", toolset: "specs" },
  rest: { method: "GET", path: base },
  input: { specId: Id, ...pagingInput },
  output: page(SpecVersion),
  problems: [],
});

export const createSpecVersion = operation({
  name: "createSpecVersion",
  title: "Create a version",
  summary: "Start a new draft version, copied from another one with its folders and notes.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "spec_version.created",
  tool: { name: "create_spec_version", toolset: "specs" },
  rest: { method: "POST", path: base, status: 201, location: `${base}/{id}` },
  input: {
    specId: Id,
    version: SemanticVersion,
    fromVersionId: Type.Optional(
      Type.String({ format: "uuid", description: "The version to copy. Default: the newest." }),
    ),
  },
  output: SpecVersion,
  problems: ["VERSION_EXISTS", "DOCUMENT_TOO_COSTLY"],
});

export const getSpecVersion = operation({
  name: "getSpecVersion",
  title: "Read a version",
  summary: "Show one version of a specification.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_spec_version", toolset: "specs" },
  rest: { method: "GET", path: `${base}/{versionId}` },
  input: { specId: Id, versionId: Id },
  output: SpecVersion,
  problems: [],
});

export const updateSpecVersion = operation({
  name: "updateSpecVersion",
  title: "Change a version",
  summary:
    "Change the number, title or description of a draft version. Omitted fields are kept; null clears one.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "spec_version.updated",
  tool: { name: "update_spec_version", toolset: "specs" },
  rest: { method: "PATCH", path: `${base}/{versionId}` },
  input: {
    specId: Id,
    versionId: Id,
    version: Type.Optional(SemanticVersion),
    title: Type.Optional(nullable(Type.String({ maxLength: 300, pattern: "^[^\\u0000]*$" }))),
    description: Type.Optional(nullable(Description)),
    rowVersion: RowVersion,
  },
  output: SpecVersion,
  problems: ["CONCURRENCY_CONFLICT", "VERSION_EXISTS", "VERSION_LOCKED"],
});

export const publishSpecVersion = operation({
  name: "publishSpecVersion",
  title: "Publish a version",
  summary:
    "Release a draft version: it is locked, so that no one can edit it any more. The answer has the errors that lint finds.",
  group,
  permission: "specs:publish",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "spec_version.published",
  tool: { name: "publish_spec_version", toolset: "specs" },
  rest: { method: "POST", path: `${base}/{versionId}/publish` },
  input: { specId: Id, versionId: Id, rowVersion: Type.Optional(RowVersion) },
  output: record({
    ...SpecVersion.properties,
    // null if lint could not run, which does not stop a version from being published.
    lint: nullable(
      record({
        errors: Type.Array(LintFinding, { description: "The first 100 findings that are errors." }),
        total: Type.Integer({ minimum: 0, description: "All findings, with the warnings." }),
      }),
    ),
  }),
  problems: ["CONCURRENCY_CONFLICT"],
});

export const deleteSpecVersion = operation({
  name: "deleteSpecVersion",
  title: "Delete a version",
  summary:
    "Delete a version, draft or published, with its content. The only version is deleted with its specification.",
  group,
  permission: "specs:delete",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "spec_version.deleted",
  tool: { name: "delete_spec_version", toolset: "specs" },
  rest: { method: "DELETE", path: `${base}/{versionId}` },
  input: { specId: Id, versionId: Id },
  output: null,
  problems: ["IN_USE"],
});
