import type { DataRows } from "@lintel/contract/shapes/test-suite";
import { CsvError, parse } from "csv-parse/sync";
import { isObject } from "@lintel/json/value";

/** Data rows that cannot be read. The message says where and what to change. */
export class DataRowsError extends Error {
  override readonly name = "DataRowsError";
}

export type DataRow = Readonly<Record<string, unknown>>;

function readLines(text: string): string[][] {
  try {
    return parse(text, { bom: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new DataRowsError(`The CSV cannot be read: ${error.message}.`);
  }
}

function checkColumns(columns: readonly string[]): void {
  const wrong = columns.find((name, at) => name === "" || columns.indexOf(name) !== at);
  if (wrong === undefined) return;
  throw new DataRowsError(
    wrong === ""
      ? "A column of the CSV has no name: the first line must name every column."
      : `The CSV has two columns ${wrong}: give each its own name.`,
  );
}

function parseCsv(text: string): DataRow[] {
  const [columns, ...lines] = readLines(text);
  if (columns === undefined) throw new DataRowsError("The CSV is empty: name the columns first.");
  checkColumns(columns);
  // fromEntries defines members, so a column called __proto__ is an ordinary one.
  return lines.map((line) => Object.fromEntries(columns.map((name, at) => [name, line[at] ?? ""])));
}

function parseJson(text: string): DataRow[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch (error) {
    throw new DataRowsError(
      `The data is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  if (!Array.isArray(rows)) throw new DataRowsError("The data must be a JSON list of objects.");
  return rows.map((row: unknown, at) => {
    if (isObject(row)) return row;
    throw new DataRowsError(`Row ${at + 1} of the data is not an object: every row must be one.`);
  });
}

/**
 * The data rows of a suite. Values of CSV stay texts; JSON keeps its types.
 * @throws DataRowsError if the text cannot be read or contains no row.
 */
export function parseDataRows(data: DataRows): readonly DataRow[] {
  const rows = data.format === "csv" ? parseCsv(data.text) : parseJson(data.text);
  if (rows.length === 0)
    throw new DataRowsError("The data has no rows: add one, or remove the data.");
  return rows;
}
