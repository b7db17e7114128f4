import { isSignedWith } from "./shared-secret.ts";
import type { Weakness } from "./weakness.ts";

export const blankTokenSecret: Weakness = {
  name: "blank-token-secret",
  title: "Tokens signed with an empty secret are accepted",
  owasp: "API2:2023",
  summary:
    "Tokens of an earlier version, with a shared secret, are still accepted. The setting with the secret is not set, so that it is empty.",
  found: ["SVC02013 GET /"],
  apply: (seams) => ({
    verifyToken: async (parts, keys) =>
      (parts.header["kid"] === undefined || parts.header["kid"] === keys.id
        ? isSignedWith(parts, "")
        : false) || seams.verifyToken(parts, keys),
  }),
};
