import type { Weakness } from "./weakness.ts";

export const bola: Weakness = {
  name: "bola",
  title: "Orders of others can be read",
  owasp: "API1:2023",
  summary:
    "GET /orders/{orderId} returns orders of any customer, including the address. Order ids count upwards, so that a caller can read all orders.",
  found: ["SVC01001 GET /orders/{orderId}"],
  apply: () => ({ mayReadOrder: () => true }),
};
