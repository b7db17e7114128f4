import { lintSeverities } from "../words/design.ts";
import Type, { type Static } from "typebox";
import { nullable, record } from "./common.ts";

/** The objects of a document to which a custom rule can apply. */
export const lintSubjects = [
  "Root",
  "Info",
  "Contact",
  "License",
  "Server",
  "ServerVariable",
  "Tag",
  "ExternalDocs",
  "Paths",
  "PathItem",
  "Operation",
  "Parameter",
  "RequestBody",
  "MediaTypesMap",
  "MediaType",
  "Example",
  "Responses",
  "Response",
  "Header",
  "Link",
  "Callback",
  "Schema",
  "SchemaProperties",
  "Discriminator",
  "Components",
  "NamedSchemas",
  "NamedParameters",
  "NamedResponses",
  "NamedRequestBodies",
  "NamedHeaders",
  "NamedSecuritySchemes",
  "SecurityScheme",
  "SecurityRequirement",
] as const;

const severity = Type.Enum([...lintSeverities]);
const text = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: "^[^\\p{Cc}\\p{Cs}]*$" });
const pattern = (description: string) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: "^[^\\p{Cc}\\p{Cs}]*$", description });
const names = (description: string) =>
  Type.Array(text(200), { minItems: 1, maxItems: 100, description });
const length = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const direction = Type.Enum(["asc", "desc"]);

const subject = record({
  type: Type.Enum([...lintSubjects], { description: "The objects to check." }),
  property: Type.Optional(
    names("The members whose values are checked. Default: the names of all members."),
  ),
  filterInParentKeys: Type.Optional(names("Only objects with these names in their parent.")),
  filterOutParentKeys: Type.Optional(names("No objects with these names in their parent.")),
  matchParentKeys: Type.Optional(pattern("Only objects whose name in their parent matches.")),
});

const assertions = record({
  defined: Type.Optional(Type.Boolean()),
  nonEmpty: Type.Optional(Type.Boolean()),
  pattern: Type.Optional(pattern("A regular expression (ECMAScript, with the flag u).")),
  notPattern: Type.Optional(pattern("A regular expression that must not match.")),
  casing: Type.Optional(
    Type.Enum([
      "camelCase",
      "kebab-case",
      "snake_case",
      "PascalCase",
      "MACRO_CASE",
      "COBOL-CASE",
      "flatcase",
    ]),
  ),
  enum: Type.Optional(names("The allowed values.")),
  const: Type.Optional(text(200)),
  minLength: Type.Optional(length),
  maxLength: Type.Optional(length),
  required: Type.Optional(names("Members that must exist.")),
  requireAny: Type.Optional(names("Members of which at least one must exist.")),
  disallowed: Type.Optional(names("Members that must not exist.")),
  mutuallyExclusive: Type.Optional(names("Members of which at most one may exist.")),
  mutuallyRequired: Type.Optional(names("Members of which all or none must exist.")),
  sortOrder: Type.Optional(
    Type.Union([direction, record({ direction, property: text(200) })], {
      description: "The order of a list or of names; with `property`, of objects by that member.",
    }),
  ),
  schema: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        "A JSON Schema (2020-12) that the value must be valid by. Members that it does not describe are not allowed unless it has `unevaluatedProperties: true`.",
    }),
  ),
});

/** A custom rule of an organization: what must hold for objects of a document. */
export const CustomLintRule = record({
  name: Type.String({
    minLength: 1,
    maxLength: 80,
    pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$",
    description: "Its name in kebab-case; findings call it `rule/` and the name.",
  }),
  description: Type.Optional(text(500)),
  severity,
  subject,
  where: Type.Optional(
    Type.Array(record({ subject, assertions }), {
      minItems: 1,
      maxItems: 5,
      description:
        "Objects around those of `subject`, from the outermost to the innermost: the rule only applies where they meet their assertions.",
    }),
  ),
  assertions,
  message: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: "^[^\\p{Cc}\\p{Cs}]*$",
      description: "The message of findings. `{{problems}}` and `{{property}}` are replaced.",
    }),
  ),
});
export type CustomLintRule = Static<typeof CustomLintRule>;

export const CustomLintRules = Type.Array(CustomLintRule, {
  maxItems: 50,
  description: "Custom rules of the organization.",
});

const mediaTypes = record({ severity, allowedValues: names("Such as application/json.") });

export const MediaTypeRules = record({
  request: nullable(mediaTypes),
  response: nullable(mediaTypes),
});
export type MediaTypeRules = Static<typeof MediaTypeRules>;
