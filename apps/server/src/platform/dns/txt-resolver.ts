import { Resolver } from "node:dns/promises";

/**
 * The TXT records of a name. `absent`: the DNS says that there are none. `unreachable`: it did not
 * answer, which says nothing of the records.
 */
export type TxtAnswer =
  | { readonly kind: "found"; readonly texts: readonly string[] }
  | { readonly kind: "absent" }
  | { readonly kind: "unreachable"; readonly code: string };

export interface TxtResolver {
  readonly resolve: (name: string) => Promise<TxtAnswer>;
}

const timeoutMs = 3000;
const tries = 2;
const absent = new Set(["ENOTFOUND", "ENODATA"]);

/** Asks the servers of the machine, or those that are given as `address:port`. */
export function createTxtResolver(servers: readonly string[] | null = null): TxtResolver {
  return {
    async resolve(name) {
      const resolver = new Resolver({ timeout: timeoutMs, tries });
      if (servers !== null) resolver.setServers([...servers]);
      try {
        const records = await resolver.resolveTxt(name);
        // A long text is sent in parts of 255 bytes (RFC 1035 §3.3.14).
        return { kind: "found", texts: records.map((parts) => parts.join("")) };
      } catch (error) {
        const { code = "UNKNOWN" } = error as { readonly code?: string };
        return absent.has(code) ? { kind: "absent" } : { kind: "unreachable", code };
      }
    },
  };
}
