import { findQuietly } from "./simulated-search.ts";
import type { Weakness } from "./weakness.ts";

export const bracketInjection: Weakness = {
  name: "bracket-injection",
  title: "Search text is run as SQL within brackets",
  owasp: "API8:2023",
  summary:
    "Simulated: the text of GET and QUERY /books breaks out of its quotes within brackets. Errors of the database are hidden.",
  found: ["SVC08030 GET /books"],
  apply: () => ({
    findByTitle: (books, text) => findQuietly(books, `(title ~* '${text}') AND is_listed = true`),
  }),
};
