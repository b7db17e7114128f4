/** A line of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly name: string;
  /** Shown next to it: what it is, or `Action`. */
  readonly kind: string;
  /** In lower case: what it is found by. */
  readonly words: string;
  readonly run: () => void;
}

/** @param more - words that it is found by in addition to its name */
export const makeEntry = (
  id: string,
  name: string,
  kind: string,
  run: () => void,
  more = "",
): PaletteEntry => ({
  id,
  name,
  kind,
  words: `${name} ${more}`.toLowerCase(),
  run,
});
