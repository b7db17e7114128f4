import type { Seams } from "../seams/seams.ts";
import type { Book, BookFormat } from "../store/records.ts";

interface Range {
  min?: number;
  max?: number;
}

export type BookSort =
  | "id"
  | "title"
  | "-title"
  | "priceCents"
  | "-priceCents"
  | "publishedYear"
  | "-publishedYear";

/** The criteria of a search. A book is found if all of them are true. */
export interface BookCriteria {
  text?: string | undefined;
  authorIds?: number[] | undefined;
  categories?: string[] | undefined;
  formats?: BookFormat[] | undefined;
  priceCents?: Range | undefined;
  publishedYear?: Range | undefined;
  inStock?: boolean | undefined;
  sort?: BookSort | undefined;
}

export function searchBooks(
  books: readonly Book[],
  criteria: BookCriteria,
  findByTitle: Seams["findByTitle"],
): Book[] {
  const { authorIds, categories, formats, inStock } = criteria;
  return findByTitle(books, criteria.text ?? "")
    .filter(
      (book) =>
        (!authorIds || authorIds.includes(book.authorId)) &&
        (!categories || book.categories.some((slug) => categories.includes(slug))) &&
        (!formats || formats.includes(book.format)) &&
        (inStock === undefined || book.stock > 0 === inStock) &&
        isWithin(book.priceCents, criteria.priceCents) &&
        isWithin(book.publishedYear, criteria.publishedYear),
    )
    .sort((a, b) => compareBooks(a, b, criteria.sort ?? "id"));
}

function isWithin(value: number, { min = -Infinity, max = Infinity }: Range = {}): boolean {
  return value >= min && value <= max;
}

/** Equal books are sorted by id, so that pages never overlap. */
function compareBooks(a: Book, b: Book, sort: BookSort): number {
  const field = sort.replace(/^-/, "") as "id" | "title" | "priceCents" | "publishedYear";
  const direction = sort.startsWith("-") ? -1 : 1;
  const order = field === "title" ? a.title.localeCompare(b.title, "en") : a[field] - b[field];
  return order * direction || a.id - b.id;
}
