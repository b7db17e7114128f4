import { sql } from "kysely";
import { Problem } from "../problem.ts";
import type { Database } from "./open-database.ts";

/** Refuses an order that is not exactly the present items. */
export function checkOrder(present: readonly string[], wanted: readonly string[]): void {
  const there = new Set(present);
  const named = new Set(wanted);
  const missing = present.filter((id) => !named.has(id));
  const unexpected = wanted.filter((id) => !there.has(id));
  if (missing.length === 0 && unexpected.length === 0) return;
  throw new Problem("TREE_ITEMS_MISMATCH", undefined, { missing, unexpected });
}

/** Gives rows of a table the positions of `ids`, counted from 1, in one statement. */
export async function writeOrder(
  db: Database,
  table: "environment" | "test_suite" | "test_case",
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`update ${sql.table(table)} as item set position = given.position
    from unnest(${sql.val(ids)}::uuid[]) with ordinality as given(id, position)
    where item.organization_id = ${organizationId} and item.id = given.id`.execute(db);
}
