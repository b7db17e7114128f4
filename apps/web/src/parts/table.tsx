import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox } from "./checkbox.tsx";
import { allRows, type Rows } from "../api/rows.ts";
import { toggled, type Selection } from "./selection.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useDrawnRows } from "./use-drawn-rows.ts";
import styles from "./table.module.css";

export interface Column<Row> {
  readonly name: string;
  /** Numbers are on the right. Default: text. */
  readonly kind?: "text" | "number";
  /** Left out where the screen is narrow. */
  readonly isMinor?: boolean;
  readonly width?: string;
  /** The key that the list is sorted by; absent: the column cannot be sorted. */
  readonly sort?: string;
  readonly cell: (row: Row) => ReactNode;
}

export interface Sort {
  readonly key: string;
  readonly isDescending: boolean;
}

export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[] | Rows<Row>;
  readonly keyOf: (row: Row) => string;
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
  /** With it, a row has a checkbox; `x` selects it, and Shift with `x` all rows from the last one. */
  readonly selection?: Selection;
  /** With it, the space bar shows a row in a panel. */
  readonly onPeek?: (row: Row) => void;
}

/**
 * A list with named columns. The first cell of a row contains the link that opens it; the link covers the row, so that
 * a click anywhere opens it and the keyboard finds one stop a row. `j` and `k` move between rows. A long list draws
 * only the rows that are visible.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, keyOf, selection } = props;
  const rows = isRead(props.rows) ? allRows(props.rows) : props.rows;
  const { body, drawn, before, after, show } = useDrawnRows(rows);
  useRowKeys({ ...props, rows, body, show });
  const width = columns.length + (selection === undefined ? 0 : 1);
  return (
    <table className={styles["table"]} aria-label={label} aria-rowcount={rows.count + 1}>
      <thead>
        <tr>
          {selection !== undefined && <SelectAll {...props} rows={rows} selection={selection} />}
          {columns.map((column) => (
            <Head key={column.name} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Gap height={before} />
        {drawn.map((index) => {
          const row = rows.at(index);
          if (row === undefined)
            return <Skeleton key={`row-${index}`} index={index} width={width} />;
          const key = keyOf(row);
          const isSelected = selection?.keys.has(key) ?? false;
          return (
            <tr
              key={key}
              data-row={index}
              aria-rowindex={index + 2}
              aria-selected={selection === undefined ? undefined : isSelected}
            >
              {selection !== undefined && (
                <td className={styles["choice"]}>
                  <Checkbox
                    label={`Select row ${index + 1}`}
                    isBare
                    isChecked={isSelected}
                    onChange={() => selection.onChange(toggled(selection.keys, key))}
                  />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.name} className={look(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          );
        })}
        <Gap height={after} />
      </tbody>
    </table>
  );
}

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { name, sort: key, width } = column;
  const shared = { scope: "col", className: look(column), style: { width } } as const;
  if (key === undefined || onSort === undefined) return <th {...shared}>{name}</th>;
  const isSorted = sort?.key === key;
  const isDescending = isSorted && sort.isDescending;
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <th {...shared} aria-sort={isSorted ? (isDescending ? "descending" : "ascending") : "none"}>
      <button
        type="button"
        onClick={() => onSort({ key, isDescending: isSorted && !isDescending })}
      >
        {name}
        {isSorted && <Arrow size={12} strokeWidth={1.5} aria-hidden />}
      </button>
    </th>
  );
}

function SelectAll<Row>({
  rows,
  keyOf,
  selection,
}: {
  readonly rows: Rows<Row>;
  readonly keyOf: (row: Row) => string;
  readonly selection: Selection;
}) {
  const isAny = selection.keys.size > 0;
  const all = () => {
    const read = Array.from({ length: rows.count }, (_, index) => rows.at(index));
    return new Set(read.filter((row) => row !== undefined).map(keyOf));
  };
  return (
    <th scope="col" className={styles["choice"]}>
      <Checkbox
        label={isAny ? "Clear selection" : "Select all rows that are loaded"}
        isBare
        isChecked={isAny}
        onChange={() => selection.onChange(isAny ? new Set() : all())}
      />
    </th>
  );
}

function Skeleton({ index, width }: { readonly index: number; readonly width: number }) {
  return (
    <tr data-row={index} aria-rowindex={index + 2} aria-busy>
      <td colSpan={width}>
        <span className={styles["skeleton"]} />
      </td>
    </tr>
  );
}

/** Rows that are not drawn. */
function Gap({ height }: { readonly height: number }) {
  return height > 0 && <tr aria-hidden style={{ height }} className={styles["gap"]} />;
}

function isRead<Row>(rows: readonly Row[] | Rows<Row>): rows is readonly Row[] {
  return Array.isArray(rows);
}

function look({ kind, isMinor }: Pick<Column<never>, "kind" | "isMinor">): string {
  return `${kind === "number" ? styles["number"] : ""} ${isMinor === true ? styles["minor"] : ""}`;
}
