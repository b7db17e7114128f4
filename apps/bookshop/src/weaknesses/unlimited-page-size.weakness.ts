import type { Weakness } from "./weakness.ts";

export const unlimitedPageSize: Weakness = {
  name: "unlimited-page-size",
  title: "A page may be of any size",
  owasp: "API4:2023",
  summary: "pageSize is taken as it comes, so that one request reads the whole catalogue.",
  apply: () => ({ maxPageSize: Number.MAX_SAFE_INTEGER }),
};
