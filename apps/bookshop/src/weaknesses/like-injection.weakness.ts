import { findQuietly } from "./simulated-search.ts";
import type { Weakness } from "./weakness.ts";

export const likeInjection: Weakness = {
  name: "like-injection",
  title: "Search text is run as SQL within LIKE",
  owasp: "API8:2023",
  summary:
    "Simulated: the text of GET and QUERY /books breaks out of LIKE '%…%' within brackets. A single quote alone shows nothing.",
  found: ["SVC08030 GET /books"],
  apply: () => ({
    findByTitle: (books, text) =>
      findQuietly(books, `(title LIKE '%${text}%') AND is_listed = true`),
  }),
};
