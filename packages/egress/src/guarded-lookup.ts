import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { createAddressCheck, explainRefusals, type AddressPolicy } from "./check-address.ts";
import type { EgressError } from "./egress-error.ts";
import { parseIpAddress } from "./ip-address.ts";
import { createNameResolver, resolveBySystem, type ResolveHostname } from "./resolve-name.ts";

/** The rules of egress for connections that other code makes, such as those of a proxy. */
export interface AddressGuard {
  /** Why an address as a host must not be called; null for a name, and for an allowed address. */
  checkHost(hostname: string, port: number): EgressError | null;
  /** Resolves names for `net.connect`, and refuses addresses that must not be called. */
  lookupFor(port: number): LookupFunction;
}

export function createAddressGuard(
  policy: AddressPolicy & { readonly resolve?: ResolveHostname },
): AddressGuard {
  const check = createAddressCheck(policy);
  const resolve = createNameResolver(policy.resolve ?? resolveBySystem);
  return {
    checkHost(hostname, port) {
      const address = parseIpAddress(hostname.replace(/^\[|\]$/g, ""));
      const refusals = address === undefined ? [] : check(address, port);
      return refusals.length === 0 ? null : explainRefusals(hostname, refusals);
    },
    lookupFor(port) {
      const find = callbackify((hostname: string) => resolveAllowed(hostname, port));
      return (hostname, options, callback) =>
        find(hostname, (error, all) => {
          if (error !== null) callback(error, "");
          else if (options.all === true) callback(null, all);
          else callback(null, all[0]?.address ?? "", all[0]?.family);
        });
    },
  };

  async function resolveAllowed(hostname: string, port: number): Promise<LookupAddress[]> {
    const addresses = await resolve(hostname);
    const refusals = addresses.flatMap((one) => check(one, port));
    if (refusals.length > 0) throw explainRefusals(hostname, refusals);
    return addresses.map(({ text, family }) => ({ address: text, family }));
  }
}
