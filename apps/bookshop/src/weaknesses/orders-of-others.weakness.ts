import type { Weakness } from "./weakness.ts";

export const ordersOfOthers: Weakness = {
  name: "orders-of-others",
  title: "All orders of another customer can be listed",
  owasp: "API1:2023",
  summary:
    "GET /customers/{customerId}/orders does not compare the customer of the path with that of the token.",
  found: ["SVC01001 GET /customers/{customerId}/orders"],
  apply: () => ({ mayListOrders: () => true }),
};
