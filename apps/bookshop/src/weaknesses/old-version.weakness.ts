import type { Weakness } from "./weakness.ts";

export const oldVersion: Weakness = {
  name: "old-version",
  title: "An older version of the interface still answers",
  owasp: "API9:2023",
  summary:
    "GET /v1/books answers as it did before the first release, with books that are not listed.",
  found: ["SVC09003 GET /v1/books"],
  apply: (seams) => ({
    hiddenAnswers: {
      ...seams.hiddenAnswers,
      "/v1/books": ({ books }) => ({
        mediaType: "application/json; charset=utf-8",
        body: { items: [...books.rows.values()] },
      }),
    },
  }),
};
