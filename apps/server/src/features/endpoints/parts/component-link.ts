import { joinMembers, type MemberTable } from "@lintel/openapi/members";
import type { Remnant } from "@lintel/openapi/design";

interface Referable extends Remnant {
  readonly ref: string | null;
}

/**
 * Links a row to a component, or keeps the link that it has. Everything else of the row stays in it
 * and is not exported: in every version of OpenAPI the export is only the `$ref`, and what the
 * imported document already had next to it. Ending the link brings all of it back.
 *
 * `children` are the members in rows of their own, such as `content`, that it has.
 */
export function linkRow<Row extends Referable, Column extends keyof Row & string>(
  before: Row | null,
  after: Row,
  table: MemberTable<Row, Column>,
  children: readonly string[] = [],
): Row {
  if (after.ref === null) return before === null || before.ref === null ? after : unlink(after);
  if (before === null || before.ref === null) return { ...after, keys: ["$ref"] };
  return { ...after, keys: before.keys ?? listWritten(before, table, children) };
}

/** The order of the members was given up for the link. */
const unlink = <Row extends Referable>(row: Row): Row => ({ ...row, keys: null });

function listWritten<Row extends Referable, Column extends keyof Row & string>(
  row: Row,
  table: MemberTable<Row, Column>,
  children: readonly string[],
): string[] {
  const joined = children.map((name) => ({ name, value: {}, isEmpty: false }));
  return Object.keys(joinMembers(row, table, joined, row));
}
