import type { EgressError } from "./egress-error.ts";
import type { IpAddress } from "./ip-address.ts";
import { parseIpAddress } from "./ip-address.ts";
import type { CheckAddress } from "./check-address.ts";
import { explainRefusals } from "./check-address.ts";
import { fixedLimits } from "./limits.ts";
import type { ResolveName } from "./resolve-name.ts";
import type { Target } from "./target-url.ts";

const loopbacks = ["127.0.0.1", "::1"]
  .map(parseIpAddress)
  .filter((address) => address !== undefined);

/** The addresses of a target's name, before any rule is applied. */
export async function findAddresses(
  target: Target,
  resolve: ResolveName,
): Promise<readonly IpAddress[]> {
  return isLocalName(target) ? loopbacks : await resolve(target.hostname);
}

/**
 * The addresses that may be connected to. One refused address refuses the name: the name's owner
 * must not be able to choose between its addresses after the check.
 *
 * @throws EgressError OWN_ADDRESS_REFUSED, METADATA_REFUSED, ADDRESS_REFUSED, PORT_REFUSED
 */
export function checkAddresses(
  target: Target,
  addresses: readonly IpAddress[],
  checkAddress: CheckAddress,
): readonly IpAddress[] {
  const checked = addresses.map((address) => ({
    address,
    refusals: checkAddress(address, target.port),
  }));
  const refusals = checked.flatMap((one) => one.refusals);
  if (refusals.length === 0) return addresses.slice(0, fixedLimits.addressesPerName);
  const error = explainRefusals(target.hostname, refusals);
  const allowed = checked.filter((one) => one.refusals.length === 0).map((one) => one.address);
  if (isLocalName(target) && isAllowable(error) && allowed.length > 0) return allowed;
  throw error;
}

/**
 * DNS does not answer for these names (RFC 6761 §6.3). They have both loopback addresses, whatever
 * the system's resolver returns, and the operator may allow only one of the two.
 */
function isLocalName({ hostname }: Target): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost");
}

function isAllowable({ code }: EgressError): boolean {
  return code === "ADDRESS_REFUSED" || code === "PORT_REFUSED";
}
