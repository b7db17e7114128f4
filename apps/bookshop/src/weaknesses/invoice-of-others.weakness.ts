import type { Weakness } from "./weakness.ts";

export const invoiceOfOthers: Weakness = {
  name: "invoice-of-others",
  title: "Invoices of others can be read",
  owasp: "API1:2023",
  summary:
    "GET /invoices looks the order up by the parameter orderId alone. GET /orders/{orderId} does not have this flaw.",
  found: ["SVC01001 GET /invoices"],
  apply: () => ({ mayReadInvoice: () => true }),
};
