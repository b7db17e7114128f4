import type { Weakness } from "./weakness.ts";

export const secretsInTokens: Weakness = {
  name: "secrets-in-tokens",
  title: "Tokens contain the hash of the password",
  owasp: "API2:2023",
  summary:
    "The token of a customer carries the stored record, with the hash of the password. Everybody who sees the token can read it.",
  found: ["SVC02019 GET /"],
  apply: (seams) => ({
    writeClaims: (claims, customer) => ({
      ...seams.writeClaims(claims, customer),
      ...(customer && { name: customer.name, passwordHash: customer.passwordHash }),
    }),
  }),
};
