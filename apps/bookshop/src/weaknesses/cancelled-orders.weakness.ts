import type { Weakness } from "./weakness.ts";

export const cancelledOrders: Weakness = {
  name: "cancelled-orders",
  title: "Orders of others can be cancelled",
  owasp: "API1:2023",
  summary:
    "POST /orders/{orderId}/cancel cancels also the orders of other customers. POST /orders/{orderId}/pay does not have this flaw.",
  found: ["SVC01002 POST /orders/{orderId}/cancel"],
  apply: () => ({ mayCancelOrder: () => true }),
};
