import type { Weakness } from "./weakness.ts";

export const anyReturn: Weakness = {
  name: "any-return",
  title: "Signing in leads to any site",
  owasp: "API8:2023",
  summary:
    "GET /customers/login/return redirects to any address, so that a link of the shop leads to another site.",
  found: ["SVC08036 GET /customers/login/return"],
  apply: () => ({ findReturnPath: (to) => to }),
};
