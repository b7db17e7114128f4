import type { Weakness } from "./weakness.ts";

export const bola: Weakness = {
  name: "bola",
  title: "Orders of others can be read",
  owasp: "API1:2023",
  summary:
    "GET /orders/{orderId} answers with any customer's order, address included. Order numbers count upwards, so all of them can be walked through.",
  apply: () => ({ mayReadOrder: () => true }),
};
