import { isObject, listOf, textOf } from "@lintel/json/value";
import type { Inline } from "../blocks/block.types.ts";
import type { ReferencePlan } from "../plan/reference.types.ts";
import { allOf, firstOf, joinSchemas, membersOf } from "@lintel/samples/schema/parts";
import { collectParts, type SchemaParts } from "./collect-parts.ts";
import { readUnion } from "@lintel/samples/schema/read-types";

/** A schema in a list of fields. */
export interface Item {
  readonly name: Inline;
  readonly schema: unknown;
  readonly isRequired: boolean;
}

export interface ItemGroup {
  readonly title: string;
  readonly items: readonly Item[];
}

/** Keywords whose schemas a page shows as nested fields. */
const structural = [
  "properties",
  "additionalProperties",
  "patternProperties",
  "prefixItems",
  "oneOf",
  "anyOf",
  "unevaluatedProperties",
  "if",
  "then",
  "else",
  "dependentSchemas",
];

/** Whether a page shows nested fields of a schema. */
export const hasBelow = ({ parts }: SchemaParts): boolean =>
  parts.some((part) => structural.some((keyword) => Object.hasOwn(part, keyword)));

function listProperties({ parts }: SchemaParts): Item[] {
  const required = new Set(allOf(parts, "required").flatMap((names) => [...listOf(names)]));
  return [...membersOf(parts, "properties")].map(([name, schemas]) => ({
    name: { code: name },
    schema: joinSchemas(schemas),
    isRequired: required.has(name),
  }));
}

function listOpenProperties({ parts }: SchemaParts): Item[] {
  const others = [firstOf(parts, "additionalProperties"), firstOf(parts, "unevaluatedProperties")];
  const named = [...membersOf(parts, "patternProperties")].map(([pattern, schemas]) => ({
    name: { code: `/${pattern}/` },
    schema: joinSchemas(schemas),
    isRequired: false,
  }));
  const rest = others
    .filter((schema) => isObject(schema))
    .map((schema) => ({ name: "any other property", schema, isRequired: false }));
  return [...named, ...rest];
}

function listTuple({ parts }: SchemaParts): Item[] {
  const first = listOf(firstOf(parts, "prefixItems"));
  if (first.length === 0) return [];
  const items = firstOf(parts, "items");
  const rest = isObject(items)
    ? [{ name: "any other item", schema: items, isRequired: false }]
    : [];
  return [
    ...first.map((schema, at) => ({ name: { code: `[${at}]` }, schema, isRequired: false })),
    ...rest,
  ];
}

function listOptions(plan: ReferencePlan, schema: SchemaParts): ItemGroup[] {
  const union = readUnion(schema.parts);
  if (union === null) return [];
  const items = union.options.map((option, at): Item => {
    const read = collectParts(plan, option);
    const title = textOf(firstOf(read.parts, "title"));
    return {
      name: title ?? read.page?.title ?? `option ${at + 1}`,
      schema: option,
      isRequired: false,
    };
  });
  return [{ title: union.keyword === "oneOf" ? "One of" : "Any of", items }];
}

function listConditions({ parts }: SchemaParts): Item[] {
  const branches = (["if", "then", "else"] as const).flatMap((name) => {
    const schema = firstOf(parts, name);
    return schema === undefined ? [] : [{ name, schema, isRequired: false }];
  });
  const dependent = [...membersOf(parts, "dependentSchemas")].map(([name, schemas]) => ({
    name: `with ${name}`,
    schema: joinSchemas(schemas),
    isRequired: false,
  }));
  return [...branches, ...dependent];
}

/** The nested fields of a schema that is no array, by keyword. */
export function listGroups(plan: ReferencePlan, schema: SchemaParts): ItemGroup[] {
  if (!hasBelow(schema)) return [];
  const groups = [
    {
      title: "Properties",
      items: [...listProperties(schema), ...listOpenProperties(schema)],
    },
    { title: "Items in their places", items: listTuple(schema) },
    ...listOptions(plan, schema),
    { title: "Conditions", items: listConditions(schema) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
