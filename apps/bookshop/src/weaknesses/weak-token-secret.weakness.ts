import { isSignedWith, signWithSecret } from "./shared-secret.ts";
import type { Weakness } from "./weakness.ts";

const secret = "keyboard-cat";

export const weakTokenSecret: Weakness = {
  name: "weak-token-secret",
  title: "Tokens are signed with a word",
  owasp: "API2:2023",
  summary:
    "Tokens have an HMAC signature whose secret is in every list of common secrets, so that anybody can sign a token.",
  found: ["SVC02012 GET /"],
  apply: (seams) => ({
    signToken: (payload) => signWithSecret(payload, secret),
    verifyToken: async (parts, keys) =>
      isSignedWith(parts, secret) || seams.verifyToken(parts, keys),
  }),
};
