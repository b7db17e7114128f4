import path from "node:path";
import { isSignedWith } from "./shared-secret.ts";
import type { Weakness } from "./weakness.ts";

const keyFolder = "/srv/bookshop/keys";

export const tokenKeyId: Weakness = {
  name: "token-key-id",
  title: "The key id of a token is a path",
  owasp: "API2:2023",
  summary:
    "Simulated: the kid of a token names a file below the folder of keys, and may leave that folder. ../../../dev/null is an empty file, and hence an empty secret.",
  found: ["SVC02015 GET /"],
  apply: (seams) => ({
    async verifyToken(parts, keys) {
      const file = path.posix.join(keyFolder, String(parts.header["kid"]));
      return (file === "/dev/null" && isSignedWith(parts, "")) || seams.verifyToken(parts, keys);
    },
  }),
};
