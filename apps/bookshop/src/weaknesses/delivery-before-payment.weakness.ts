import type { Weakness } from "./weakness.ts";

export const deliveryBeforePayment: Weakness = {
  name: "delivery-before-payment",
  title: "An order is sent before it is paid",
  owasp: "API6:2023",
  summary:
    "GET /orders/{orderId}/delivery does not look at the state of the order, so that the step of paying can be left out.",
  found: ["SVC06002 GET /orders/{orderId}/delivery"],
  apply: () => ({ isDelivered: () => true }),
};
