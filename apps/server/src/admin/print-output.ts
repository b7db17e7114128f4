import type { AnyOperation } from "@lintel/contract/operation";
import { isObject } from "@lintel/json/value";

type Fields = Readonly<Record<string, unknown>>;

/** Prints the output of a command: JSON for programs, otherwise a table or lines of fields. */
export function printOutput(operation: AnyOperation, output: unknown, asJson: boolean): void {
  if (asJson) {
    process.stdout.write(`${JSON.stringify(output ?? null, null, 2)}\n`);
  } else if (output === null || output === undefined) {
    process.stdout.write(`Done: ${operation.title.toLowerCase()}.\n`);
  } else {
    const rows = listRows(output as Fields | Fields[]);
    process.stdout.write(rows === null ? formatFields(output as Fields) : formatTable(rows));
  }
}

/** Prints a refusal and its fix. */
export function printProblem(problem: Fields): void {
  const errors = (problem["errors"] ?? []) as { field: string; message: string }[];
  const lines = errors.map(
    ({ field, message }) => `  ${field === "" ? "input" : field}: ${message}`,
  );
  process.stderr.write(
    `${[`${String(problem["code"])}: ${String(problem["detail"])}`, ...lines].join("\n")}\n`,
  );
}

function listRows(output: Fields | Fields[]): Fields[] | null {
  if (Array.isArray(output)) return output;
  const items = output["items"];
  return Array.isArray(items) ? (items as Fields[]) : null;
}

function formatFields(fields: Fields, indent = ""): string {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields)
    .map(([name, value]) =>
      isObject(value)
        ? `${indent}${name}\n${formatFields(value, `${indent}  `)}`
        : `${indent}${name.padEnd(width)}  ${formatValue(value)}\n`,
    )
    .join("");
}

function formatTable(rows: readonly Fields[]): string {
  const [first] = rows;
  if (first === undefined) return "None.\n";
  const names = Object.keys(first).filter((name) => name !== "rowVersion");
  const lines = [names, ...rows.map((row) => names.map((name) => formatValue(row[name])))];
  const widths = names.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? "").length)));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return "-";
  return typeof value === "string" ? value : JSON.stringify(value);
}
