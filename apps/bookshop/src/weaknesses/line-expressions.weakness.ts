import type { Weakness } from "./weakness.ts";

const multiply = (_whole: string, left: string, right: string): string =>
  String(Number(left) * Number(right));

export const lineExpressions: Weakness = {
  name: "line-expressions",
  title: "Lines of receipts are run as templates",
  owasp: "API8:2023",
  summary:
    "Simulated: GET /orders/{orderId}/receipt calculates what is in double braces instead of only replacing names.",
  found: ["SVC08033 GET /orders/{orderId}/receipt"],
  apply: (seams) => ({
    fillLine: (line, values) =>
      seams.fillLine(line.replaceAll(/\{\{(\d+)\*(\d+)\}\}/g, multiply), values),
  }),
};
