import { isNumeric } from "@lintel/json/exact-number";
import { isList, isObject, memberOf, type Json } from "@lintel/json/value";
import { exampleWithSchema } from "../form/example-documents.ts";
import type { ValidityRule } from "../form/rule.types.ts";

/** The type of a keyword's value: a test, and its description. */
interface Form {
  readonly isMet: (value: Json) => boolean;
  readonly words: string;
}

const types = ["array", "boolean", "integer", "null", "number", "object", "string"];

const isText = (value: Json) => typeof value === "string";
const isSchema = (value: Json) => isObject(value) || typeof value === "boolean";
const isTexts = (value: Json) =>
  isList(value) && value.every(isText) && new Set(value).size === value.length;
const isType = (value: Json) => types.some((type) => type === value);
const isMapOf = (isMember: (value: Json) => boolean) => (value: Json) =>
  isObject(value) && Object.values(value).every(isMember);

const form = (words: string, isMet: Form["isMet"], keywords: string) =>
  keywords.split(" ").map((keyword) => [keyword, { words, isMet }] as const);

/** The keywords of JSON Schema 2020-12, without those that allow any value. */
const forms = new Map<string, Form>([
  ...form(
    "a text",
    isText,
    "$id $schema $ref $anchor $dynamicRef $dynamicAnchor $comment title description format pattern contentEncoding contentMediaType",
  ),
  ...form("a number", isNumeric, "maximum minimum exclusiveMaximum exclusiveMinimum"),
  ...form("a number above 0", (value) => isNumeric(value) && Number(value) > 0, "multipleOf"),
  ...form(
    "a whole number, 0 or more",
    (value) => isNumeric(value) && Number.isInteger(Number(value)) && Number(value) >= 0,
    "maxLength minLength maxItems minItems maxContains minContains maxProperties minProperties",
  ),
  ...form(
    "true or false",
    (value) => typeof value === "boolean",
    "uniqueItems deprecated readOnly writeOnly",
  ),
  ...form(
    "a schema",
    isSchema,
    "items contains additionalProperties propertyNames if then else not unevaluatedItems unevaluatedProperties contentSchema",
  ),
  ...form(
    "a list of one or more schemas",
    (value) => isList(value) && value.length > 0 && value.every(isSchema),
    "allOf anyOf oneOf prefixItems",
  ),
  ...form(
    "an object whose members are schemas",
    isMapOf(isSchema),
    "properties patternProperties dependentSchemas $defs",
  ),
  ...form("an object whose members are lists of names", isMapOf(isTexts), "dependentRequired"),
  ...form("a list", isList, "enum examples"),
  ...form("a list of names, each once", isTexts, "required"),
  ...form(
    `${types.join(", ")}, or a list of these, each once`,
    (value) =>
      isType(value) || (isList(value) && value.length > 0 && isTexts(value) && value.every(isType)),
    "type",
  ),
]);

const knownDialects =
  /^https:\/\/(?:spec\.openapis\.org\/oas\/3\.|json-schema\.org\/draft\/2020-12\/)/;
const isKnown = (dialect: Json | undefined) =>
  typeof dialect !== "string" || knownDialects.test(dialect);

/**
 * The schemas of OpenAPI 3.1 and later leave Schema Objects to their dialect; that of 3.0 checks
 * them.
 */
export const schemaKeyword: ValidityRule = {
  code: "SCHEMA_KEYWORD",
  severity: "error",
  summary: "Keywords of schemas have values of the form that JSON Schema requires.",
  why: "A validator refuses the schema or ignores the keyword.",
  fix: "Correct the value as JSON Schema 2020-12 describes the keyword.",
  good: exampleWithSchema({ type: ["string", "null"] }),
  bad: exampleWithSchema({ type: "text" }),
  begin: (context) => {
    if (context.version === "3.0") return {};
    // Another dialect may have other keywords; the dialect of a schema applies to its nested
    // schemas.
    const isOther = !isKnown(memberOf(context.document, "jsonSchemaDialect"));
    let other: readonly (string | number)[] | null = isOther ? [] : null;
    return {
      on: {
        schema(schema, _, path) {
          if (other?.every((step, at) => path[at] === step) === true) return;
          other = isKnown(memberOf(schema, "$schema")) ? null : [...path];
          if (other !== null) return;
          for (const [keyword, value] of Object.entries(schema)) {
            const expected = forms.get(keyword);
            if (expected === undefined || expected.isMet(value)) continue;
            context.report([...path, keyword], `"${keyword}" must be ${expected.words}.`);
          }
        },
      },
    };
  },
};
