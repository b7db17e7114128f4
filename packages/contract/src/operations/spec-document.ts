import { designChanges, exportFormats } from "../words/design.ts";
import Type from "typebox";
import { file, operation } from "../declare/operation.ts";
import { Id, Name, nullable, record } from "../shapes/common.ts";
import { Comparison } from "../shapes/comparison.ts";
import { HttpUrl } from "../shapes/environment.ts";
import {
  AnyOpenApiDocument,
  ConversionWarning,
  DocumentFinding,
  OpenApiVersion,
  semanticVersionOf,
  Spec,
  SpecVersion,
  LintFinding,
} from "../shapes/spec.ts";

const group = "Specifications";
const base = "/api/projects/{projectId}/specs";

/** What a merge does to one part of a design. */
export const DesignChange = record({
  kind: Type.Enum([...designChanges]),
  entity: Type.String({ description: "endpoint, schema, tag and so on." }),
  name: Type.String(),
  details: Type.Array(Type.String(), { description: "The members that changed." }),
});

const MergeConflict = record({
  entity: Type.String(),
  name: Type.String(),
  pointer: Type.String(),
  kept: Type.Enum(["mine", "theirs"]),
});

export const importSpec = operation({
  name: "importSpec",
  title: "Import an OpenAPI document",
  summary:
    "Import an OpenAPI or Swagger document (a YAML or JSON file) as a new specification, or merge it into that of specId, keeping edits.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "spec.imported",
  tool: {
    name: "import_spec",
    toolset: "core",
    isOpenWorld: true,
    unlisted: ["fileName", "references", "baseUrl"],
  },
  rest: { method: "POST", path: `${base}/import`, maxBodyMiB: 48 },
  input: {
    text: Type.Optional(
      Type.String({ description: "The document, JSON or YAML, at most 20 MiB in UTF-8." }),
    ),
    url: Type.Optional(HttpUrl),
    fileName: Type.Optional(Type.String({ maxLength: 300, pattern: "^[^\\u0000]*$" })),
    name: Type.Optional(Name),
    specId: Type.Optional(
      Type.String({
        format: "uuid",
        description:
          "The specification to merge into, keeping ids, folders, notes and edits since the last import; default: a new one.",
      }),
    ),
    version: Type.Optional(
      semanticVersionOf(
        "The version that the merge creates. Default: it changes the newest, which must be a draft.",
      ),
    ),
    prefer: Type.Optional(
      Type.Enum(["mine", "theirs"], {
        default: "mine",
        description: "Which side wins a conflict.",
      }),
    ),
    references: Type.Optional(
      Type.Enum(["report", "fetch"], {
        default: "report",
        description: "fetch: referenced documents are stored too, for lint.",
      }),
    ),
    baseUrl: Type.Optional(HttpUrl),
    isPreview: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Report what would change without changing it.",
      }),
    ),
  },
  output: record({
    spec: nullable(Spec),
    version: nullable(SpecVersion),
    isNew: Type.Boolean(),
    changes: Type.Array(DesignChange),
    changeCount: Type.Integer({ minimum: 0 }),
    conflicts: Type.Array(MergeConflict),
    isValid: Type.Boolean(),
    warnings: Type.Array(DocumentFinding),
    isCut: Type.Boolean({ description: "There are more warnings than are listed." }),
    externalReferences: Type.Array(
      record({
        uri: Type.String(),
        count: Type.Integer({ minimum: 1 }),
        isFetched: Type.Boolean(),
        problem: nullable(
          Type.String({
            description: "Why it could not be fetched; null if that was not requested.",
          }),
        ),
      }),
    ),
    fetchedDocuments: Type.Array(
      record({ address: Type.String(), size: Type.Integer({ minimum: 0 }) }),
      { description: "The other documents that were read, including those that they reference." },
    ),
  }),
  problems: [
    "SPEC_INVALID",
    "MUTUALLY_EXCLUSIVE",
    "NAME_TAKEN",
    "VERSION_EXISTS",
    "VERSION_LOCKED",
    "PLAN_LIMIT_REACHED",
    "PAYLOAD_TOO_LARGE",
    "DOCUMENT_TOO_COSTLY",
    "CONCURRENCY_CONFLICT",
  ],
});

export const exportSpec = operation({
  name: "exportSpec",
  title: "Export an OpenAPI document",
  summary:
    "Export a version as an OpenAPI document to download, also in another version of OpenAPI.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "export_spec", toolset: "core" },
  rest: { method: "GET", path: `${base}/{specId}/versions/{versionId}/document` },
  input: {
    specId: Id,
    versionId: Id,
    format: Type.Optional(
      Type.Enum([...exportFormats], {
        default: "json",
        description: "JSON, YAML, or the bytes of the last import without later changes.",
      }),
    ),
    openapiVersion: Type.Optional(OpenApiVersion),
  },
  output: file(["application/json", "application/yaml"], {
    "application/json": AnyOpenApiDocument,
  }),
  problems: ["DOCUMENT_TOO_COSTLY"],
});

export const checkExport = operation({
  name: "checkExport",
  title: "Read the losses of an export",
  summary:
    "Show what would be lost if a version was exported in another version of OpenAPI, and where the export keeps it.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "check_export", toolset: "specs" },
  rest: { method: "GET", path: `${base}/{specId}/versions/{versionId}/document/losses` },
  input: { specId: Id, versionId: Id, openapiVersion: OpenApiVersion },
  output: record({
    warnings: Type.Array(ConversionWarning),
    warningCount: Type.Integer({ minimum: 0 }),
  }),
  problems: ["DOCUMENT_TOO_COSTLY"],
});

export const compareSpecVersions = operation({
  name: "compareSpecVersions",
  title: "Compare two versions",
  summary:
    "Show the differences between two versions: every change by name, whether it is breaking for clients, and the version number that it requires.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "compare_spec_versions", toolset: "specs" },
  rest: { method: "GET", path: `${base}/{specId}/versions/{versionId}/comparison` },
  input: {
    specId: Id,
    versionId: Id,
    baselineVersionId: Type.String({ format: "uuid", description: "The earlier version." }),
    baselineSpecId: Type.Optional(
      Type.String({
        format: "uuid",
        description: "The specification of the baseline. Default: the same.",
      }),
    ),
  },
  output: Comparison,
  problems: ["DOCUMENT_TOO_COSTLY"],
});

export const lintSpecVersion = operation({
  name: "lintSpecVersion",
  title: "Lint a version",
  summary:
    "Lint a version: check it for violations of the organization's rules of style and design.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "lint_spec_version", toolset: "specs" },
  rest: { method: "GET", path: `${base}/{specId}/versions/{versionId}/lint` },
  input: { specId: Id, versionId: Id },
  output: record({
    findings: Type.Array(LintFinding),
    total: Type.Integer({
      minimum: 0,
      description: "The number of all findings; 500 are listed, errors first.",
    }),
  }),
  problems: ["DOCUMENT_TOO_COSTLY"],
});
