import type { Field, FieldGroup } from "../blocks/block.types.ts";
import { spend } from "../blocks/budget.ts";
import type { SchemaEntry } from "../plan/reference.types.ts";
import { openSchema, type OpenItem, type OpenSchema } from "./open-schema.ts";
import type { SchemaContext } from "./schema-context.ts";

/** The place of a schema: its depth, and the named schemas around it. */
interface Standing {
  readonly level: number;
  readonly above: readonly SchemaEntry[];
}

/** The groups of fields of a schema, limited by the room of the page and by levels. */
function describe(context: SchemaContext, schema: unknown, standing: Standing): FieldGroup[] {
  const { page, isArray, groups } = openSchema(context.plan, schema);
  const isCircle = page !== null && standing.above.includes(page);
  const levels = page === null ? context.inlineLevels : context.levels;
  // The type links to a named schema; a schema without a page is shown only here.
  if (isCircle || (page !== null && standing.level > levels)) return [];
  if (groups.length === 0) return [];
  if (standing.level > levels) return [{ title: "", fields: [], more: context.more }];
  const below: Standing = {
    level: standing.level + 1,
    above: page === null ? standing.above : [...standing.above, page],
  };
  // All fields of a level come before nested ones: a deep first field must not take the room of the
  // others.
  return groups
    .map((group) => ({ group, taken: takeItems(context, group.items) }))
    .map(({ group, taken }) => ({
      title: isArray && group.title === "Properties" ? "Properties of each item" : group.title,
      fields: taken.map((item) => expandItem(context, item, below)),
      more: taken.length < group.items.length ? makeMore(context, page) : null,
    }));
}

/**
 * A field with nested fields. Without nested fields it is not copied, because its cached HTML
 * belongs to the object.
 */
function expandItem(context: SchemaContext, { schema, show }: OpenItem, standing: Standing): Field {
  const { field, isLeaf } = show();
  if (isLeaf) return field;
  const below = describe(context, schema, standing);
  return below.length === 0 ? field : { ...field, below };
}

function makeMore(context: SchemaContext, page: SchemaEntry | null): FieldGroup["more"] {
  if (page === null) return context.more;
  return [{ path: page.path, text: `Show all on the page of ${page.title}` }];
}

/** The items for which the page has room. */
function takeItems(
  { budget }: SchemaContext,
  items: OpenSchema["groups"][number]["items"],
): OpenItem[] {
  const taken: OpenItem[] = [];
  for (const item of items) {
    if (budget.left <= 0 || !spend(budget, item.show().nodes)) break;
    taken.push(item);
  }
  return taken;
}

/**
 * The nested fields of a schema: its properties, items, options and conditions, expanded level by
 * level.
 */
export const describeBelow = (context: SchemaContext, schema: unknown): FieldGroup[] =>
  describe(context, schema, { level: 1, above: [] });

/** The same with one level already used, as below a parameter. */
export const describeInner = (context: SchemaContext, schema: unknown): FieldGroup[] =>
  describe(context, schema, { level: 2, above: [] });
