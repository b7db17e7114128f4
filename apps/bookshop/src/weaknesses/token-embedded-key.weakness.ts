import { isSignedByKey } from "./foreign-key.ts";
import type { Weakness } from "./weakness.ts";

export const tokenEmbeddedKey: Weakness = {
  name: "token-embedded-key",
  title: "A token brings the key that verifies it",
  owasp: "API2:2023",
  summary: "A token with a key in its header (jwk) is verified with that key, whosever it is.",
  found: ["SVC02016 GET /"],
  apply: (seams) => ({
    verifyToken: async (parts, keys) =>
      isSignedByKey(parts, parts.header["jwk"]) || seams.verifyToken(parts, keys),
  }),
};
