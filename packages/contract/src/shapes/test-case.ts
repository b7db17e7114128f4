import Type, { type Static } from "typebox";
import { Description, Name, record } from "./common.ts";
import { assertionOperators, assertionSources } from "./test-names.generated.ts";
import { TestRequest } from "./test-request.ts";

export type AssertionOperator = (typeof assertionOperators)[number];

/** One expectation. `name` is the header's name, `path` the JSONPath (RFC 9535) of a `jsonPath`. */
export const Assertion = record({
  source: Type.Enum([...assertionSources]),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
  operator: Type.Enum([...assertionOperators]),
  expected: Type.Optional(
    Type.Unknown({
      description: "The value that the operator compares with; its form depends on the operator.",
    }),
  ),
});
export type Assertion = Static<typeof Assertion>;

const extractionSources = ["jsonPath", "header", "body", "status"] as const;

/** A value from the response, for later cases. */
export const Extraction = record({
  name: Type.String({ pattern: "^[A-Za-z_][A-Za-z0-9_.-]*$", maxLength: 100 }),
  source: Type.Enum([...extractionSources]),
  header: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
  pattern: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: "A regular expression. The value is its first group, or else the whole match.",
    }),
  ),
  default: Type.Optional(
    Type.Unknown({
      description: "The value if nothing is found. Without a default, that is an error.",
    }),
  ),
  isSecret: Type.Optional(
    Type.Boolean({
      description: "Masked in every report. Default: true for names like token or password.",
    }),
  ),
});
export type Extraction = Static<typeof Extraction>;

/** A comparison of two templated values; a case whose `when` is false is skipped. */
export const Condition = record({
  value: Type.Unknown(),
  operator: Type.Enum([...assertionOperators]),
  expected: Type.Optional(Type.Unknown()),
});
export type Condition = Static<typeof Condition>;

/** Sends the case once for each item; the case passes when every item does. */
const ForEach = record({
  items: Type.Unknown({ description: "A list, or a template that resolves to one." }),
  as: Type.String({ pattern: "^[A-Za-z_][A-Za-z0-9_]*$", maxLength: 100 }),
});
export type ForEach = Static<typeof ForEach>;

/** Sends again until the assertions (or those of `until`) hold. */
export const Retry = record({
  maxAttempts: Type.Integer({ minimum: 1, maximum: 50 }),
  delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
  until: Type.Optional(Type.Array(Assertion, { maxItems: 100 })),
});
export type Retry = Static<typeof Retry>;

export const phases = ["setUp", "test", "tearDown"] as const;
export type Phase = (typeof phases)[number];

export const Tag = Type.String({ minLength: 1, maxLength: 60, pattern: "^[^\\s,]+$" });

/** The fields of a case that a person writes; its YAML file has the same. */
export const caseFields = {
  name: Name,
  description: Type.Optional(Description),
  tags: Type.Optional(Type.Array(Tag, { maxItems: 50, uniqueItems: true })),
  isEnabled: Type.Optional(Type.Boolean()),
  request: TestRequest,
  assertions: Type.Optional(Type.Array(Assertion, { maxItems: 200 })),
  extractions: Type.Optional(Type.Array(Extraction, { maxItems: 100 })),
  dependsOn: Type.Optional(
    Type.Array(Name, {
      maxItems: 100,
      uniqueItems: true,
      description: "Names of cases that must have passed.",
    }),
  ),
  when: Type.Optional(Condition),
  foreach: Type.Optional(ForEach),
  retry: Type.Optional(Retry),
};

export const CaseDefinition = record(caseFields);
export type CaseDefinition = Static<typeof CaseDefinition>;
