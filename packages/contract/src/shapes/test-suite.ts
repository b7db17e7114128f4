import Type, { type Static } from "typebox";
import { Description, Name, record } from "./common.ts";
import { CaseDefinition, Tag } from "./test-case.ts";
import { TestAuth } from "./test-request.ts";

export const VariableName = Type.String({ pattern: "^[A-Za-z_][A-Za-z0-9_.-]*$", maxLength: 100 });

/**
 * Plain values by name; a value that consists only of `{{name}}` keeps the type of the variable.
 */
export const Variables = Type.Record(VariableName, Type.Unknown(), {
  maxProperties: 500,
  additionalProperties: false,
});
export type Variables = Record<string, unknown>;

/** Data rows as entered; a suite runs once for each row. */
export const DataRows = record({
  format: Type.Enum(["csv", "json"]),
  text: Type.String({ maxLength: 2_000_000 }),
});
export type DataRows = Static<typeof DataRows>;

/** Settings of every request of the suite that does not override them. */
export const SuiteDefaults = record({
  headers: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 8000 }))),
  auth: Type.Optional(TestAuth),
  timeoutMs: Type.Optional(Type.Integer({ minimum: 1, maximum: 300_000 })),
  followRedirects: Type.Optional(Type.Boolean()),
});
export type SuiteDefaults = Static<typeof SuiteDefaults>;

/** A suite's folder: names joined by `/`, empty at the root. */
export const FolderPath = Type.String({
  maxLength: 500,
  pattern: "^(?:[^/\\p{Cc}\\p{Cs}\\uFEFF]+(?:/[^/\\p{Cc}\\p{Cs}\\uFEFF]+)*)?$",
});

/** The fields of a suite that a person writes, without its cases. */
export const suiteFields = {
  name: Name,
  description: Type.Optional(Description),
  folder: Type.Optional(FolderPath),
  tags: Type.Optional(Type.Array(Tag, { maxItems: 50, uniqueItems: true })),
  variables: Type.Optional(Variables),
  defaults: Type.Optional(SuiteDefaults),
  data: Type.Optional(Type.Union([DataRows, Type.Null()])),
};

/** A complete suite, as in its YAML file. */
export const SuiteDefinition = record({
  ...suiteFields,
  setUp: Type.Optional(Type.Array(CaseDefinition, { maxItems: 100 })),
  cases: Type.Array(CaseDefinition, { maxItems: 2000 }),
  tearDown: Type.Optional(Type.Array(CaseDefinition, { maxItems: 100 })),
});
export type SuiteDefinition = Static<typeof SuiteDefinition>;
