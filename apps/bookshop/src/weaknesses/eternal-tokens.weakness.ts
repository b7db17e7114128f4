import type { Weakness } from "./weakness.ts";

export const eternalTokens: Weakness = {
  name: "eternal-tokens",
  title: "Tokens have no end",
  owasp: "API2:2023",
  summary: "Tokens contain no exp, and tokens without one are accepted for ever.",
  found: ["SVC02018 GET /"],
  apply: (seams) => ({
    writeClaims(claims, customer) {
      const { exp: _exp, ...others } = seams.writeClaims(claims, customer);
      return others;
    },
    isCurrent: (payload, now) => payload["exp"] === undefined || seams.isCurrent(payload, now),
  }),
};
