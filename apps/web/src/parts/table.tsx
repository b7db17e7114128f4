import type { ReactNode } from "react";
import styles from "./table.module.css";

export interface Column<Row> {
  readonly name: string;
  /** Numbers are on the right. Default: text. */
  readonly kind?: "text" | "number";
  /** Left out where the screen is narrow. */
  readonly isMinor?: boolean;
  readonly width?: string;
  readonly cell: (row: Row) => ReactNode;
}

export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/**
 * A list with named columns. The first cell of a row contains the link that opens it; the link covers the row, so that
 * a click anywhere opens it and the keyboard finds one stop a row.
 */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table className={styles["table"]} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.name}
              scope="col"
              className={look(column)}
              style={{ width: column.width }}
            >
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td key={column.name} className={look(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function look({ kind, isMinor }: Pick<Column<never>, "kind" | "isMinor">): string {
  return `${kind === "number" ? styles["number"] : ""} ${isMinor === true ? styles["minor"] : ""}`;
}
