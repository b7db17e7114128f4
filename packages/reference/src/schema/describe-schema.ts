import type { Field, FieldGroup } from "../blocks/block.types.ts";
import { spend } from "../blocks/budget.ts";
import type { SchemaEntry } from "../plan/reference.types.ts";
import { openSchema, type OpenItem, type OpenSchema } from "./open-schema.ts";
import type { SchemaContext } from "./schema-context.ts";

/** Where a schema stands: how deep, and below which named ones. */
interface Standing {
  readonly level: number;
  readonly above: readonly SchemaEntry[];
}

/** The groups of fields of a schema, as deep as the page has room and the levels go. */
function describe(context: SchemaContext, schema: unknown, standing: Standing): FieldGroup[] {
  const { page, isArray, groups } = openSchema(context.plan, schema);
  const isCircle = page !== null && standing.above.includes(page);
  const levels = page === null ? context.inlineLevels : context.levels;
  // A named schema is linked to by its type; one without a page is nowhere else.
  if (isCircle || (page !== null && standing.level > levels)) return [];
  if (groups.length === 0) return [];
  if (standing.level > levels) return [{ title: "", fields: [], more: context.more }];
  const below: Standing = {
    level: standing.level + 1,
    above: page === null ? standing.above : [...standing.above, page],
  };
  // All fields of a level come before any below them: a deep first one must not take the room of the others.
  return groups
    .map((group) => ({ group, taken: takeItems(context, group.items) }))
    .map(({ group, taken }) => ({
      title: isArray && group.title === "Properties" ? "Properties of each item" : group.title,
      fields: taken.map((item) => expandItem(context, item, below)),
      more: taken.length < group.items.length ? makeMore(context, page) : null,
    }));
}

/** A field with what stands below it. One without is not copied: what is written of it is remembered by the field. */
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

/** The items that the page has room for. */
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

/** What stands below a schema: its properties, items, options and conditions, expanded level by level. */
export const describeBelow = (context: SchemaContext, schema: unknown): FieldGroup[] =>
  describe(context, schema, { level: 1, above: [] });

/** The same with one level used up already, as below a parameter. */
export const describeInner = (context: SchemaContext, schema: unknown): FieldGroup[] =>
  describe(context, schema, { level: 2, above: [] });
