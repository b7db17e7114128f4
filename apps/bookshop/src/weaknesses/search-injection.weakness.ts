import type { Book } from "../store/records.ts";
import { parseCondition } from "./simulated-sql.ts";
import type { Weakness } from "./weakness.ts";

/** Builds the condition like careless code, by inserting the text between quotes. */
function findByCondition(books: readonly Book[], text: string): Book[] {
  const isMatch = parseCondition(`title ~* '${text}' AND is_listed = true`);
  return books.filter((book) => isMatch({ title: book.title, is_listed: String(book.isListed) }));
}

export const searchInjection: Weakness = {
  name: "search-injection",
  title: "Search text is run as SQL",
  owasp: "API8:2023",
  summary:
    "Simulated: the text of GET and QUERY /books breaks out of its quotes. ' OR 1=1 -- lists unlisted books, and a single ' returns the error of the database.",
  found: ["SVC08030 GET /books"],
  apply: () => ({ findByTitle: findByCondition }),
};
