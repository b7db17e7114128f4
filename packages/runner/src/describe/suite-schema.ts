import { SuiteDefinition } from "@lintel/contract/shapes/test-suite";
import { isObject, type JsonObject } from "@lintel/json/value";
import { sourceTable } from "../assertions/source-table.generated.ts";
import { operatorTable } from "../operators/operator-table.generated.ts";
import { caseParts } from "./case-parts.ts";
import { suiteParts } from "./suite-parts.ts";

/** Descriptions that editors show for the values of a field, by the field's name. */
const tables: Readonly<Record<string, Readonly<Record<string, { readonly summary: string }>>>> = {
  source: sourceTable,
  operator: operatorTable,
};

const summaries: Readonly<Record<string, { readonly summary: string } | undefined>> = {
  ...caseParts,
  ...suiteParts,
};

function describeField(name: string, schema: unknown): unknown {
  const described = describe(schema);
  if (!isObject(described)) return described;
  const table = Object.hasOwn(tables, name) ? tables[name] : undefined;
  const values = Array.isArray(described["enum"]) ? (described["enum"] as string[]) : [];
  const texts = values.map((value) => table?.[value]?.summary ?? "");
  const description = described["description"] ?? summaries[name]?.summary;
  return {
    ...described,
    ...(description === undefined ? {} : { description }),
    ...(texts.some((text) => text !== "") ? { markdownEnumDescriptions: texts } : {}),
  };
}

/** A schema with the texts of the runner's own objects for its fields and values. */
function describe(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(describe);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      keyword === "properties" && isObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, field]) => [name, describeField(name, field)]),
          )
        : describe(value),
    ]),
  );
}

/** The JSON JsonObject (draft 7) of a suite file, for editors. */
export function describeSuiteSchema(): JsonObject {
  const plain: unknown = JSON.parse(JSON.stringify(SuiteDefinition));
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "A test suite of Lintel",
    ...(describe(plain) as JsonObject),
  };
}
