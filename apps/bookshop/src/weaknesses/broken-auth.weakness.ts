import type { Weakness } from "./weakness.ts";

export const brokenAuth: Weakness = {
  name: "broken-auth",
  title: "Tokens are accepted without a check",
  owasp: "API2:2023",
  summary:
    "Neither the signature nor the expiry of a token is checked. An unsigned token that names a customer logs in as that customer.",
  found: ["SVC02011 GET /"],
  apply: () => ({ verifyToken: () => true, isCurrent: () => true }),
};
