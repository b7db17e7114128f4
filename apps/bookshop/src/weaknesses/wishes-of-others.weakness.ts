import type { Weakness } from "./weakness.ts";

export const wishesOfOthers: Weakness = {
  name: "wishes-of-others",
  title: "Wishes of another customer can be listed",
  owasp: "API1:2023",
  summary:
    "GET /customers/{customerId}/wishes does not compare the customer of the path with that of the token. A list is empty until somebody wishes for something.",
  found: ["SVC01001 GET /customers/{customerId}/wishes"],
  apply: () => ({ mayListWishes: () => true }),
};
