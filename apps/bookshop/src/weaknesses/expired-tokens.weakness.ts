import type { Weakness } from "./weakness.ts";

export const expiredTokens: Weakness = {
  name: "expired-tokens",
  title: "Expired tokens are accepted",
  owasp: "API2:2023",
  summary:
    "The signature of a token is verified, but its end is not: a stolen token works for ever.",
  found: ["SVC02021 GET /"],
  apply: () => ({ isCurrent: () => true }),
};
