import type { Weakness } from "./weakness.ts";

export const archivedOrders: Weakness = {
  name: "archived-orders",
  title: "Archived orders of others can be read",
  owasp: "API1:2023",
  summary:
    "GET /orders/{orderId} checks the owner of present orders only. Orders of former years are shown to every customer.",
  found: ["SVC01001 GET /orders/{orderId}"],
  apply: (seams) => ({
    mayReadOrder: (customer, order) => order.isArchived || seams.mayReadOrder(customer, order),
  }),
};
