import type { Described, SuitePart } from "./described.types.ts";

/** The optional parts of a suite, apart from cases. */
export const suiteParts: Readonly<Record<string, Described<SuitePart>>> = {
  variables: {
    summary:
      "Names for values. The first definition in this order applies: an extraction, a column of the data, the run, the suite, the environment. A random value in a variable is generated once per run.",
    example: { variables: { orderId: "order-{{$uuid}}", amount: 3 } },
  },
  defaults: {
    summary: "Settings of every request that does not override them.",
    example: {
      defaults: {
        headers: { accept: "application/json" },
        timeoutMs: 10_000,
        followRedirects: false,
      },
    },
  },
  "data as CSV": {
    summary:
      "Runs the suite once for each row. The first line names the columns; values are texts.",
    example: { data: { format: "csv", text: "title,price\nEmma,900\nUlysses,1200\n" } },
  },
  "data as JSON": {
    summary: "Runs the suite once for each object of a list. Values keep their types.",
    example: { data: { format: "json", text: '[{"title":"Emma","price":900}]' } },
  },
  setUp: {
    summary: "Cases that run first in every pass. If one fails, the tests of the pass are skipped.",
    example: { setUp: [{ name: "Log in", request: { method: "POST", url: "/sessions" } }] },
  },
  tearDown: {
    summary:
      "Cases that run last in every pass, whatever happened before. A case that deletes what an earlier case created names that case in `dependsOn`; it is skipped if the earlier case did not pass or is not part of the run.",
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
