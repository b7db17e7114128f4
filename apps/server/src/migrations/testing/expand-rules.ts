import { parse, type AlterTableCmd, type ColumnDef, type Constraint, type Node } from "libpg-query";

// What an older version that still serves survives. Statements are read by PostgreSQL's own parser,
// and what is not known to be safe is refused: an unforeseen statement is looked at by a person.

/** Says of each statement why it has to wait for a contract migration; nothing where all is well. */
export async function findContractions(statements: readonly string[]): Promise<string[]> {
  const newTables = new Set<string>();
  const faults: string[] = [];
  for (const statement of statements) {
    const { stmts = [] } = await parse(statement);
    for (const { stmt } of stmts) {
      const created = stmt === undefined ? undefined : tableCreatedBy(stmt);
      if (created !== undefined) newTables.add(created);
      else if (stmt !== undefined) faults.push(...checkStatement(stmt, newTables));
    }
  }
  return faults;
}

function tableCreatedBy(node: Node): string | undefined {
  return "CreateStmt" in node ? node.CreateStmt.relation?.relname : undefined;
}

/** Statements that an older version does not notice: rows are its own business, and so are triggers. */
const harmless = new Set([
  "CreateFunctionStmt",
  "CreateTrigStmt",
  "CreateSeqStmt",
  "ViewStmt",
  "CommentStmt",
  "SelectStmt",
  "InsertStmt",
  "UpdateStmt",
  "DeleteStmt",
]);

function checkStatement(node: Node, newTables: ReadonlySet<string>): string[] {
  const kind = Object.keys(node)[0] ?? "";
  if (harmless.has(kind)) return [];
  if ("IndexStmt" in node) {
    const { unique = false, relation, idxname = "" } = node.IndexStmt;
    if (!unique || newTables.has(relation?.relname ?? "")) return [];
    return [`the unique index ${idxname} on ${relation?.relname} refuses what was taken before`];
  }
  if ("AlterTableStmt" in node && node.AlterTableStmt.objtype === "OBJECT_TABLE") {
    const { relation, cmds = [] } = node.AlterTableStmt;
    const table = relation?.relname ?? "";
    if (newTables.has(table)) return [];
    return cmds.flatMap((cmd) =>
      "AlterTableCmd" in cmd ? checkAlteration(table, cmd.AlterTableCmd) : [],
    );
  }
  return [`${kind} is not known to be safe`];
}

/** Settings of storage, and what only loosens a column. */
const loosening = new Set<string | undefined>([
  "AT_DropNotNull",
  "AT_SetRelOptions",
  "AT_ResetRelOptions",
  "AT_SetStatistics",
]);

function checkAlteration(table: string, cmd: AlterTableCmd): string[] {
  if (loosening.has(cmd.subtype)) return [];
  if (cmd.subtype === "AT_ColumnDefault" && cmd.def !== undefined) return [];
  if (cmd.subtype === "AT_AddColumn" && cmd.def !== undefined && "ColumnDef" in cmd.def)
    return checkColumn(table, cmd.def.ColumnDef);
  return [`${cmd.subtype} of ${table}${cmd.name === undefined ? "" : `.${cmd.name}`}`];
}

function checkColumn(table: string, column: ColumnDef): string[] {
  const constraints = (column.constraints ?? []).flatMap((node) =>
    "Constraint" in node ? [node.Constraint] : [],
  );
  const has = (kind: string) => constraints.some(({ contype }) => contype === kind);
  const place = `the new column ${table}.${column.colname}`;
  const faults = constraints.flatMap((constraint) => checkConstraint(place, column, constraint));
  return has("CONSTR_NOTNULL") && !has("CONSTR_DEFAULT")
    ? [...faults, `${place} is not null and has no default, so older versions cannot insert`]
    : faults;
}

function checkConstraint(place: string, column: ColumnDef, constraint: Constraint): string[] {
  const kind = constraint.contype ?? "";
  if (["CONSTR_NULL", "CONSTR_NOTNULL", "CONSTR_DEFAULT"].includes(kind)) return [];
  // An older version leaves the column at its default, which is checked while it is added.
  if (kind === "CONSTR_CHECK") {
    const others = listColumns(constraint.raw_expr).filter((name) => name !== column.colname);
    return others.length === 0 ? [] : [`${place} restricts ${others.join(", ")}`];
  }
  // A reference that neither cascades nor gives way stops older versions from deleting.
  if (kind === "CONSTR_FOREIGN" && ["c", "n", "d"].includes(constraint.fk_del_action ?? ""))
    return [];
  return [`${place} has ${kind}`];
}

function listColumns(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(listColumns);
  if (typeof node !== "object" || node === null) return [];
  if (!("ColumnRef" in node)) return Object.values(node).flatMap(listColumns);
  const { fields = [] } = node.ColumnRef as { fields?: { String?: { sval?: string } }[] };
  return [fields.at(-1)?.String?.sval ?? "*"];
}
