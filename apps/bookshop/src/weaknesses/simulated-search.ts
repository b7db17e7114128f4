import type { Book } from "../store/records.ts";
import { parseCondition } from "./simulated-sql.ts";

/** The books that a condition finds. @throws BookshopProblem with the words of a database */
export function findByCondition(books: readonly Book[], condition: string): Book[] {
  const isMatch = parseCondition(condition);
  return books.filter((book) => isMatch({ title: book.title, is_listed: String(book.isListed) }));
}

/** The same, by careful code: an error of the database finds nothing. */
export function findQuietly(books: readonly Book[], condition: string): Book[] {
  try {
    return findByCondition(books, condition);
  } catch {
    return [];
  }
}
