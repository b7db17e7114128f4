import type { Weakness } from "./weakness.ts";

export const bfla: Weakness = {
  name: "bfla",
  title: "Functions of administrators are open",
  owasp: "API5:2023",
  summary: "GET /admin/stats answers everybody, with a key, a customer's token or nothing at all.",
  found: ["SVC02001 GET /admin/stats"],
  apply: () => ({ decideAdminAccess: () => "granted" }),
};
