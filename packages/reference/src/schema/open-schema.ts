import { isObject, textOf } from "@lintel/json/value";
import type { Field } from "../blocks/block.types.ts";
import { countField } from "../blocks/budget.ts";
import { createRecent, type Recent } from "@lintel/samples/keep-recent";
import type { ReferencePlan, SchemaEntry } from "../plan/reference.types.ts";
import { firstOf, followSchema, isReferenceAlone } from "@lintel/samples/schema/parts";
import { collectParts, type SchemaParts } from "./collect-parts.ts";
import { listBadges } from "./list-badges.ts";
import { listFacts, listItemFacts } from "./list-facts.ts";
import { listGroups, type Item } from "./list-groups.ts";
import { writeReadType } from "./type-line.ts";

/** A field as every page with room for it shows it, as long as nested fields are not expanded. */
interface ShownItem {
  readonly field: Field;
  /** The number of nodes of the field. */
  readonly nodes: number;
  /** Whether the field is the same on every page, because its schema has no nested fields. */
  readonly isLeaf: boolean;
}

/** An entry in the list of a schema; its field is made when a page first has room for it. */
export interface OpenItem {
  readonly schema: unknown;
  readonly show: () => ShownItem;
}

/** The nested fields of a schema, the same for all pages that show it. */
export interface OpenSchema {
  readonly page: SchemaEntry | null;
  /** The schema is an array: the nested fields are those of each item. */
  readonly isArray: boolean;
  readonly groups: readonly { readonly title: string; readonly items: readonly OpenItem[] }[];
}

/** The innermost item schema of nested arrays, or the schema itself if it is no array. */
function unwrapArrays(
  plan: ReferencePlan,
  schema: unknown,
  outer: SchemaParts = collectParts(plan, schema),
): { readonly schema: unknown; readonly read: SchemaParts; readonly isArray: boolean } {
  let current = schema;
  let read = outer;
  for (let depth = 0; depth < 4; depth += 1) {
    const items = firstOf(read.parts, "items");
    if (!isObject(items) || firstOf(read.parts, "prefixItems") !== undefined) break;
    current = items;
    read = collectParts(plan, items);
  }
  return { schema: current, read, isArray: current !== schema };
}

function showItem(plan: ReferencePlan, { name, schema, isRequired }: Item): ShownItem {
  const read = collectParts(plan, schema);
  const field: Field = {
    name,
    type: writeReadType(plan, schema, read, 1),
    badges: listBadges(read, isRequired),
    description: textOf(firstOf(read.parts, "description")),
    facts: [...listFacts(plan, read), ...listItemFacts(plan, read)],
    below: [],
    memo: { html: null },
  };
  const isLeaf = listGroups(plan, unwrapArrays(plan, schema, read).read).length === 0;
  return { field, nodes: countField(field), isLeaf };
}

function openItem(plan: ReferencePlan, item: Item): OpenItem {
  let shown: ShownItem | null = null;
  return { schema: item.schema, show: () => (shown ??= showItem(plan, item)) };
}

type Groups = OpenSchema["groups"];

/** Adjacent pages show the same schemas: those of a tag, and those that a schema refers to. */
const maxCached = 16;
/**
 * Schemas with more fields are not cached, because few pages have room for them. Nor are those
 * without any.
 */
const maxItems = 200;

const cached = new WeakMap<ReferencePlan, Recent<unknown, Groups>>();

/** A schema and a plain reference to it have the same fields. */
const keyOf = (plan: ReferencePlan, schema: unknown): unknown =>
  isObject(schema) && isReferenceAlone(schema) ? followSchema(plan.view, schema) : schema;

const openGroups = (plan: ReferencePlan, read: SchemaParts): Groups =>
  listGroups(plan, read).map(({ title, items }) => ({
    title,
    items: items.map((item) => openItem(plan, item)),
  }));

/** The nested fields of a schema, or of the items of an array. */
export function openSchema(plan: ReferencePlan, schema: unknown): OpenSchema {
  const { schema: inner, read, isArray } = unwrapArrays(plan, schema);
  const recent = cached.get(plan) ?? createRecent(maxCached);
  cached.set(plan, recent);
  const key = keyOf(plan, inner);
  const known = recent.get(key);
  if (known !== undefined) return { page: read.page, isArray, groups: known };
  const groups = openGroups(plan, read);
  const items = groups.reduce((sum, group) => sum + group.items.length, 0);
  if (items > 0 && items <= maxItems) recent.set(key, groups);
  return { page: read.page, isArray, groups };
}
