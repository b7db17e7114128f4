import { compareSettings } from "../words/comparison.ts";
import { findingSeverities, lintSeverities } from "../words/design.ts";
import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { nullable, record, RowVersion } from "../shapes/common.ts";
import { CustomLintRules, MediaTypeRules } from "../shapes/lint-options.ts";
import { OpenApiVersion } from "../shapes/spec.ts";

const group = "Specifications";
const path = "/api/design-settings";

const LintRules = Type.Record(Type.String({ maxLength: 100 }), Type.Enum([...lintSeverities]));
const CompareRules = Type.Record(Type.String({ maxLength: 100 }), Type.Enum([...compareSettings]));

export const DesignSettings = record({
  lintRules: LintRules,
  compareRules: CompareRules,
  customLintRules: CustomLintRules,
  mediaTypeRules: MediaTypeRules,
  knownLintRules: Type.Array(
    record({
      name: Type.String(),
      description: Type.String(),
      default: Type.Enum([...lintSeverities]),
    }),
  ),
  knownCompareRules: Type.Array(record({ name: Type.String(), description: Type.String() })),
  rowVersion: RowVersion,
});
export type DesignSettings = Static<typeof DesignSettings>;

export const getDesignSettings = operation({
  name: "getDesignSettings",
  title: "Read the rules for designs",
  summary: "Show which rules of lint and comparison the organization has, and how severe each is.",
  group,
  permission: "org:read",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_design_settings", toolset: "specs" },
  rest: { method: "GET", path },
  input: {},
  output: DesignSettings,
  problems: ["ORG_OPERATION_DENIED"],
});

export const updateDesignSettings = operation({
  name: "updateDesignSettings",
  title: "Change the rules for designs",
  summary:
    "Turn rules of lint and comparison off for the organization, set how severe they are, or write custom ones. A list that is sent replaces the present one.",
  group,
  permission: "org:manage-governance",
  context: "organization",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "design_settings.updated",
  tool: { name: "update_design_settings", toolset: "specs" },
  rest: { method: "PATCH", path },
  input: {
    lintRules: Type.Optional(LintRules),
    compareRules: Type.Optional(CompareRules),
    customLintRules: Type.Optional(CustomLintRules),
    mediaTypeRules: Type.Optional(MediaTypeRules),
    rowVersion: Type.Optional(RowVersion),
  },
  output: DesignSettings,
  problems: ["CONCURRENCY_CONFLICT", "ORG_OPERATION_DENIED"],
});

export const DesignRules = record({
  lintRules: Type.Array(
    record({
      name: Type.String(),
      description: Type.String(),
      reason: Type.String(),
      fix: Type.String(),
      severity: Type.Enum([...lintSeverities], { description: "As the organization has set it." }),
      default: Type.Enum([...lintSeverities]),
      openapiVersions: Type.Array(OpenApiVersion, { description: "Where the rule applies." }),
    }),
    { description: "The rules that lint checks a document against." },
  ),
  documentRules: Type.Array(
    record({
      name: Type.String(),
      description: Type.String(),
      reason: Type.String(),
      fix: Type.String(),
      severity: Type.Enum([...findingSeverities]),
    }),
    {
      description:
        "Rules of a valid document in addition to the schema of OpenAPI; they cannot be changed.",
    },
  ),
  changeRules: Type.Array(
    record({
      name: Type.String(),
      description: Type.String(),
      effect: Type.String({ description: "The effect of the change on the allowed values." }),
      severity: nullable(
        Type.Enum([...compareSettings], {
          description: "As the organization has set it; null: the default for the effect.",
        }),
      ),
    }),
    { description: "The changes that a comparison of versions finds." },
  ),
});
export type DesignRules = Static<typeof DesignRules>;

export const getDesignRules = operation({
  name: "getDesignRules",
  title: "Read the design rules",
  summary:
    "Show every rule that designs are checked against: what it requires, why, how to fix what it finds, and its severity in the organization.",
  group,
  permission: null,
  context: "none",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_design_rules", toolset: "specs" },
  rest: { method: "GET", path: "/api/design-rules" },
  input: {},
  output: DesignRules,
  problems: [],
});
