import { isSignedWith } from "./shared-secret.ts";
import type { Weakness } from "./weakness.ts";

export const tokenKeyConfusion: Weakness = {
  name: "token-key-confusion",
  title: "The public key serves as a shared secret",
  owasp: "API2:2023",
  summary:
    "The token chooses the algorithm and the shop always passes its public key, so that a token with an HMAC signature over the text of that key is accepted.",
  found: ["SVC02014 GET /"],
  apply: (seams) => ({
    async verifyToken(parts, keys) {
      const text = String(keys.publicKey.export({ type: "spki", format: "pem" }));
      return isSignedWith(parts, text) || seams.verifyToken(parts, keys);
    },
  }),
};
