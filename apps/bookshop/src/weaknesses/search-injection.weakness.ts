import { findByCondition } from "./simulated-search.ts";
import type { Weakness } from "./weakness.ts";

export const searchInjection: Weakness = {
  name: "search-injection",
  title: "Search text is run as SQL",
  owasp: "API8:2023",
  summary:
    "Simulated: the text of GET and QUERY /books breaks out of its quotes. ' OR 1=1 -- lists unlisted books, and a single ' returns the error of the database.",
  found: ["SVC08030 GET /books"],
  // Builds the condition like careless code, by inserting the text between quotes.
  apply: () => ({
    findByTitle: (books, text) => findByCondition(books, `title ~* '${text}' AND is_listed = true`),
  }),
};
