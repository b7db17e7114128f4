/** Lines of a CSV text (RFC 4180). A cell that a spreadsheet would run as a formula begins with an apostrophe. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");

function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The rows of a CSV text; null where a quoted cell has no end. Empty lines are left out. */
export function readCsv(text: string): string[][] | null {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  const rows: string[][] = [];
  let row: string[] = [];
  const plain = text.replace(/^\uFEFF/, "");
  while (cell.lastIndex < plain.length) {
    const found = cell.exec(plain);
    if (found === null) return null;
    const [, quoted, bare = "", end] = found;
    row.push((quoted?.replaceAll('""', '"') ?? bare).replace(/^'(?=[=+\-@])/, ""));
    if (end === ",") {
      // A comma at the very end is followed by an empty cell.
      if (cell.lastIndex === plain.length) row.push("");
      else continue;
    }
    if (row.some((each) => each !== "")) rows.push(row);
    row = [];
  }
  if (row.some((each) => each !== "")) rows.push(row);
  return rows;
}
