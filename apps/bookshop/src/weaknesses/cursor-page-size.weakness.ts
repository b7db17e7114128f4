import type { Weakness } from "./weakness.ts";

export const cursorPageSize: Weakness = {
  name: "cursor-page-size",
  title: "Pages behind a cursor can have any size",
  owasp: "API4:2023",
  summary:
    "GET /reviews limits the first page only. With a cursor, the limit of the caller is used as it is.",
  found: ["SVC04001 GET /reviews"],
  apply: (seams) => ({
    limitFeed: (asked, cursor) => (cursor === undefined ? seams.limitFeed(asked, cursor) : asked),
  }),
};
