import Type from "typebox";
import { findingSeverities } from "../words/design.ts";
import { operation } from "../declare/operation.ts";
import { record } from "../shapes/common.ts";
import { idOf } from "../shapes/design.ts";
import { LintFinding, SpecVersion } from "../shapes/spec.ts";
import { DesignChange } from "./spec-document.ts";

const group = "Specifications";
const base = "/api/projects/{projectId}/specs/{specId}/versions/{versionId}";
const place = {
  specId: idOf("The specification."),
  versionId: idOf("The version of the specification."),
};

const TextEdit = record({
  from: Type.Integer({ minimum: 0 }),
  to: Type.Integer({ minimum: 0 }),
  insert: Type.String(),
});

const TextFinding = record({
  ...LintFinding.properties,
  severity: Type.Enum([...findingSeverities]),
  line: Type.Integer({ minimum: 1 }),
  column: Type.Integer({ minimum: 1, description: "In UTF-16 units, as editors count." }),
  from: Type.Integer({ minimum: 0, description: "The offset of the name or item in the text." }),
  to: Type.Integer({ minimum: 0 }),
  fixes: Type.Array(
    record({
      title: Type.String(),
      edits: Type.Array(TextEdit, { description: "Replacements; offsets are those of the text." }),
    }),
    { description: "Changes of which each removes the finding." },
  ),
});

export const lintSpecText = operation({
  name: "lintSpecText",
  title: "Lint a text",
  summary:
    "Check an OpenAPI document for problems before it is saved, with the line of each problem and fixes that can be applied.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "lint_spec_text", toolset: "specs" },
  rest: { method: "POST", path: `${base}/lint-text`, maxBodyMiB: 48 },
  input: {
    ...place,
    text: Type.String({ description: "The document, JSON or YAML, at most 20 MiB in UTF-8." }),
  },
  output: record({
    findings: Type.Array(TextFinding),
    total: Type.Integer({
      minimum: 0,
      description: "The number of all findings; 500 are listed, errors first.",
    }),
  }),
  problems: ["DOCUMENT_TOO_COSTLY"],
});

export const saveSpecSource = operation({
  name: "saveSpecSource",
  title: "Save the source of a version",
  summary:
    "Save an edited OpenAPI document into a draft. What others changed since the text was exported stays; what both changed is refused as a conflict.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "spec.imported",
  tool: { name: "save_spec_source", toolset: "specs" },
  rest: { method: "PUT", path: `${base}/source`, maxBodyMiB: 96 },
  input: {
    ...place,
    base: Type.String({ description: "The text as it was exported, before it was edited." }),
    text: Type.String({ description: "The edited text, JSON or YAML, at most 20 MiB in UTF-8." }),
    prefer: Type.Optional(
      Type.Enum(["mine", "theirs"], {
        description:
          "Which side wins a conflict: mine is the edited text. Default: a conflict is refused.",
      }),
    ),
  },
  output: record({
    version: SpecVersion,
    changes: Type.Array(DesignChange),
    changeCount: Type.Integer({ minimum: 0 }),
  }),
  problems: [
    "SPEC_INVALID",
    "VERSION_LOCKED",
    "PLAN_LIMIT_REACHED",
    "PAYLOAD_TOO_LARGE",
    "DOCUMENT_TOO_COSTLY",
    "CONCURRENCY_CONFLICT",
  ],
});
