import { measureText, padText } from "./text-width.ts";

/** Rows of aligned columns under their headings, separated by two spaces. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const widths = headings.map((heading, column) =>
    Math.max(measureText(heading), ...rows.map((row) => measureText(row[column] ?? ""))),
  );
  const renderRow = (row: readonly string[]): string =>
    row
      .map((cell, column) => padText(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [headings, ...rows].map(renderRow);
}
