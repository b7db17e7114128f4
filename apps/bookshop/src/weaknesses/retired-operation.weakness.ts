import type { Weakness } from "./weakness.ts";

export const retiredOperation: Weakness = {
  name: "retired-operation",
  title: "An operation stays open after its sunset",
  owasp: "API9:2023",
  summary: "GET /charts still answers, although its documented sunset has passed.",
  found: ["SVC09005 GET /charts"],
  apply: () => ({ closesRetired: false }),
};
