import type { Weakness } from "./weakness.ts";

export const wishesForOthers: Weakness = {
  name: "wishes-for-others",
  title: "Wishes can be added for another customer",
  owasp: "API1:2023",
  summary:
    "POST /customers/{customerId}/wishes does not compare the customer of the path with that of the token. The list does not have this flaw.",
  found: ["SVC01002 POST /customers/{customerId}/wishes"],
  apply: () => ({ mayAddWish: () => true }),
};
