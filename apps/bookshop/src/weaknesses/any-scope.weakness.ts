import type { Weakness } from "./weakness.ts";

export const anyScope: Weakness = {
  name: "any-scope",
  title: "Scopes of clients are not checked",
  owasp: "API5:2023",
  summary:
    "The token of a client opens all operations for clients, whatever its scopes are. Only somebody who knows which client may do what can see it.",
  found: ["SVC05003 GET /reports/inventory"],
  apply: () => ({ hasScopes: () => true }),
};
