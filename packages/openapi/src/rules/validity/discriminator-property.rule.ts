import { isList, isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { exampleWithSchema } from "../form/example-documents.ts";
import type { ValidityRule, RuleContext } from "../form/rule.types.ts";
import { quote } from "@lintel/json/shorten";

/**
 * The maximum number and depth of schemas in the search for one property: circles and diamonds are
 * common.
 */
const maxSchemas = 200;
const maxDepth = 32;

const itemsOf = (value: Json | undefined) => (isList(value) ? value : []);

/** A search for one property: the result for each visited schema. */
interface Search {
  readonly context: RuleContext;
  readonly name: string;
  readonly known: Map<JsonObject, boolean>;
}

function lookInto(search: Search, schema: JsonObject, followed: JsonObject, depth: number) {
  const has = (part: Json) => hasProperty(search, part, depth + 1);
  const properties = memberOf(followed, "properties");
  if (isObject(properties) && Object.hasOwn(properties, search.name)) return true;
  const owners = schema === followed ? [schema] : [schema, followed];
  if (owners.some((each) => itemsOf(memberOf(each, "allOf")).some(has))) return true;
  const choices = ["oneOf", "anyOf"].flatMap((keyword) => itemsOf(memberOf(followed, keyword)));
  return choices.length > 0 && choices.every(has);
}

/** Whether a schema defines the property, itself or through its parts; true if it is unknown. */
function hasProperty(search: Search, schema: Json, depth = 0): boolean {
  const { known, context } = search;
  if (!isObject(schema) || depth > maxDepth || known.size > maxSchemas) return true;
  const followed = context.follow(schema);
  if (followed === null) return true;
  const answer = known.get(followed);
  if (answer !== undefined) return answer;
  known.set(followed, true);
  const isFound = lookInto(search, schema, followed, depth);
  known.set(followed, isFound);
  return isFound;
}

function nameOf(schema: JsonObject): string | null {
  const discriminator = memberOf(schema, "discriminator");
  const name = memberOf(discriminator, "propertyName");
  return typeof name === "string" ? name : null;
}

export const discriminatorProperty: ValidityRule = {
  code: "DISCRIMINATOR_PROPERTY_MISSING",
  severity: "warn",
  summary: "The property that a discriminator names is defined by the schemas it chooses among.",
  why: "Without the property a client cannot decide which schema a value follows.",
  fix: "Define the property in each schema of oneOf or anyOf, or in one that they include with allOf.",
  good: exampleWithSchema({
    properties: { kind: { type: "string" } },
    discriminator: { propertyName: "kind" },
  }),
  bad: exampleWithSchema({
    oneOf: [{ properties: { kind: { type: "string" } } }, { type: "object" }],
    discriminator: { propertyName: "kind" },
  }),
  begin: (context) => ({
    on: {
      schema(schema, _, path) {
        const name = nameOf(schema);
        if (name === null || hasProperty({ context, name, known: new Map() }, schema)) return;
        const place = [...path, "discriminator", "propertyName"];
        context.report(place, `No schema here defines the property ${quote(name)}: add it.`);
      },
    },
  }),
};
