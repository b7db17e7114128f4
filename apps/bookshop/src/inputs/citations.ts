import type { Book } from "../store/records.ts";

/** The citation of a book as text; null for an unknown style. */
export function writeCitation(style: string, book: Book, author: string): string | null {
  const { title, publishedYear } = book;
  if (style === "apa") return `${author} (${publishedYear}). ${title}.`;
  if (style === "mla") return `${author}. ${title}. ${publishedYear}.`;
  return null;
}
