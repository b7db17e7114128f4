import type { Weakness } from "./weakness.ts";

export const unlimitedPageSize: Weakness = {
  name: "unlimited-page-size",
  title: "A page can have any size",
  owasp: "API4:2023",
  summary: "pageSize is not limited, so that one request reads the whole catalogue.",
  apply: () => ({ maxPageSize: Number.MAX_SAFE_INTEGER }),
};
