import type { Weakness } from "./weakness.ts";

export const unlimitedPageSize: Weakness = {
  name: "unlimited-page-size",
  title: "A page can have any size",
  owasp: "API4:2023",
  summary: "pageSize is not limited, so that one request reads the whole catalogue.",
  found: [
    "SVC04001 GET /authors",
    "SVC04001 GET /books",
    "SVC04001 GET /books/{bookId}/reviews",
    "SVC04001 GET /orders",
  ],
  apply: () => ({ maxPageSize: Number.MAX_SAFE_INTEGER }),
};
