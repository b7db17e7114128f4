import { sql } from "kysely";
import { Problem } from "../problem.ts";
import type { Database } from "./open-database.ts";
import type { Tables } from "./tables.ts";

/** Refuses an order that is not exactly the existing items, each once. */
export function checkOrder(present: readonly string[], wanted: readonly string[]): void {
  const there = new Set(present);
  const named = new Set<string>();
  const unexpected: string[] = [];
  for (const id of wanted) {
    // A second mention of an item is as unexpected as an item of another folder.
    if (!there.has(id) || named.has(id)) unexpected.push(id);
    named.add(id);
  }
  const missing = present.filter((id) => !named.has(id));
  if (missing.length === 0 && unexpected.length === 0) return;
  throw new Problem("TREE_ITEMS_MISMATCH", undefined, { missing, unexpected });
}

/** Gives rows of a table the positions of `ids`, counted from 1, in one statement. */
export async function writeOrder(
  db: Database,
  table: keyof Tables,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`update ${sql.table(table)} as item set position = given.position
    from unnest(${sql.val(ids)}::uuid[]) with ordinality as given(id, position)
    where item.organization_id = ${organizationId} and item.id = given.id`.execute(db);
}
