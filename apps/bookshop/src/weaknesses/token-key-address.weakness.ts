import { isJsonObject } from "../document/dereference.ts";
import { isSignedByKey } from "./foreign-key.ts";
import { requestAnything } from "./request-anything.ts";
import type { Weakness } from "./weakness.ts";

/** The first key of a set of keys at an address; undefined if it cannot be read. */
async function loadKey(address: unknown): Promise<unknown> {
  if (typeof address !== "string" || !URL.canParse(address)) return undefined;
  const response = await requestAnything(address, { signal: AbortSignal.timeout(2000) });
  const set: unknown = await response?.json().catch(() => null);
  return isJsonObject(set) && Array.isArray(set["keys"]) ? set["keys"][0] : undefined;
}

export const tokenKeyAddress: Weakness = {
  name: "token-key-address",
  title: "A token names the address of the key that verifies it",
  owasp: "API2:2023",
  summary:
    "A token whose header has an address of keys (jku) is verified with a key from there, whatever the address is.",
  found: ["SVC02017 GET /"],
  apply: (seams) => ({
    verifyToken: async (parts, keys) =>
      isSignedByKey(parts, await loadKey(parts.header["jku"])) || seams.verifyToken(parts, keys),
  }),
};
