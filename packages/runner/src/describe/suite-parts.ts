import type { Described, SuitePart } from "./described.types.ts";

/** What a suite can have beside its cases. */
export const suiteParts: Readonly<Record<string, Described<SuitePart>>> = {
  variables: {
    summary:
      "Names for values. The nearest definition counts: an extraction, a column of the data, the run, the suite, the environment. What is random in a variable is drawn once a run.",
    example: { variables: { orderId: "order-{{$uuid}}", amount: 3 } },
  },
  defaults: {
    summary: "What every request has unless it says otherwise.",
    example: {
      defaults: {
        headers: { accept: "application/json" },
        timeoutMs: 10_000,
        followRedirects: false,
      },
    },
  },
  "data as CSV": {
    summary: "Runs the suite once for each row. The first line names the columns; cells are texts.",
    example: { data: { format: "csv", text: "title,price\nEmma,900\nUlysses,1200\n" } },
  },
  "data as JSON": {
    summary: "Runs the suite once for each object of a list. Values keep their types.",
    example: { data: { format: "json", text: '[{"title":"Emma","price":900}]' } },
  },
  setUp: {
    summary:
      "Cases that run first in every pass. Where one fails, the tests of the pass are skipped.",
    example: { setUp: [{ name: "Log in", request: { method: "POST", url: "/sessions" } }] },
  },
  tearDown: {
    summary:
      "Cases that run last in every pass, whatever happened before. One that takes back what a case made names that case in `dependsOn`, and is skipped where the case did not pass or is not part of the run.",
    example: {
      cases: [
        {
          name: "Make an order",
          request: { method: "POST", url: "/orders" },
          extractions: [{ name: "madeId", source: "jsonPath", path: "$.id" }],
        },
      ],
      tearDown: [
        {
          name: "Delete the order",
          dependsOn: ["Make an order"],
          request: { method: "DELETE", url: "/orders/{{madeId}}" },
        },
        { name: "Log out", request: { method: "DELETE", url: "/sessions" } },
      ],
    },
  },
};
