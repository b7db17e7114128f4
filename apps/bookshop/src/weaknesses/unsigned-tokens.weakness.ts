import type { Weakness } from "./weakness.ts";

export const unsignedTokens: Weakness = {
  name: "unsigned-tokens",
  title: "Unsigned tokens are accepted under another spelling",
  owasp: "API2:2023",
  summary:
    'Tokens whose algorithm is "none" are refused, but those of "None" and "NONE" are not, and have no signature to verify.',
  found: ["SVC02010 GET /"],
  apply: (seams) => ({
    async verifyToken(parts, keys) {
      const algorithm = String(parts.header["alg"]);
      const isUnsigned = algorithm !== "none" && algorithm.toLowerCase() === "none";
      return isUnsigned || seams.verifyToken(parts, keys);
    },
  }),
};
