import type { Weakness } from "./weakness.ts";

export const slashReturn: Weakness = {
  name: "slash-return",
  title: "The way back is only checked for its first character",
  owasp: "API8:2023",
  summary:
    "GET /customers/login/return accepts what begins with a slash. //elsewhere.example begins with one, and is another host.",
  found: ["SVC08036 GET /customers/login/return"],
  apply: (seams) => ({
    findReturnPath: (to) => (to.startsWith("/") ? to : seams.findReturnPath(to)),
  }),
};
