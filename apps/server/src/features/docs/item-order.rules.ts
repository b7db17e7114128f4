import { findIndex, readName } from "./file-names.rules.ts";

/** The fields of a folder's item that decide its order. */
export interface OrderedItem {
  readonly name: string;
  /** The `order` of its file. */
  readonly order: number | null;
}

/** Numbers within names count as numbers: `page-4` comes before `page-34`. */
const names = new Intl.Collator("en", { numeric: true });

const compareNames = (a: string, b: string): number =>
  names.compare(a, b) || (a === b ? 0 : a < b ? -1 : 1);

/**
 * Sorts the items of a folder: first those that the folder lists, then its index, then by number
 * (`order` of the file, else the number in its name), then by name.
 */
export function sortItems<T extends OrderedItem>(
  items: readonly T[],
  listed: readonly string[],
): T[] {
  const places = new Map(listed.map((name, place) => [name, place]));
  const index = findIndex(items.map(({ name }) => name));
  const numberOf = ({ name, order }: T): number => {
    if (order !== null) return order;
    return name === index ? -Infinity : (readName(name).order ?? Infinity);
  };
  const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
  return items.toSorted(
    (a, b) =>
      compare(places.get(a.name) ?? Infinity, places.get(b.name) ?? Infinity) ||
      compare(numberOf(a), numberOf(b)) ||
      compareNames(a.name, b.name),
  );
}
