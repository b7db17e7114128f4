/** The rows of a page, for PageUp and PageDown. */
const pageRows = 20;

/** Where a key moves the cursor; null for other keys. */
export function stepKeys(key: string, at: number, count: number): number | null {
  const places: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    j: at + 1,
    k: at - 1,
    Home: 0,
    End: count - 1,
    PageDown: at + pageRows,
    PageUp: at - pageRows,
  };
  return places[key] ?? null;
}

/** The folder of a row; the row itself at the root. */
export function parentOf(rows: readonly { readonly depth: number }[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  for (let index = at - 1; index >= 0; index--) if ((rows[index]?.depth ?? 0) < depth) return index;
  return at;
}
