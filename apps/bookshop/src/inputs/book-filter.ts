import type { Book } from "../store/records.ts";

/** Values that a book must have; a text is compared without case. */
export interface BookFilter {
  title?: string;
  isbn?: string;
  category?: string;
}

/** The value of a book that a member of a filter is compared with. */
export function readFiltered(book: Book, name: string): string {
  if (name === "title") return book.title.toLowerCase();
  return (name === "isbn" ? book.isbn : book.categories[0]) ?? "";
}

export const filterBooks = (books: readonly Book[], filter: BookFilter): Book[] =>
  books.filter(
    (book) =>
      book.isListed &&
      Object.entries(filter).every(
        ([name, value]) => readFiltered(book, name) === String(value).toLowerCase(),
      ),
  );
