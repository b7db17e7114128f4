import { findRefusedRange } from "./address.rules.ts";
import type { AllowRule } from "./allow-rules.ts";
import { allowSetting, compileAllowRules, formatAllowRule } from "./allow-rules.ts";
import { EgressError } from "./egress-error.ts";
import { listCheckedForms } from "./embedded-addresses.ts";
import type { IpAddress } from "./ip-address.ts";
import { parseIpAddress } from "./ip-address.ts";
import { isRefusedPort } from "./refused-ports.ts";

export interface Refusal {
  readonly code: (typeof severities)[number];
  /** The address that was refused: the IPv4 address inside an IPv6 one, if there is one. */
  readonly address: IpAddress;
  readonly port: number;
  /** A sentence without its full stop. */
  readonly reason: string;
}

/** All refusals of an address at a port; empty if a connection may be made. */
export type CheckAddress = (address: IpAddress, port: number) => readonly Refusal[];

export interface AddressPolicy {
  readonly allow: readonly AllowRule[];
  isOwnAddress(address: string, port: number): boolean;
}

export function createAddressCheck(policy: AddressPolicy): CheckAddress {
  const matchRules = compileAllowRules(policy.allow);
  return (address, port) =>
    listCheckedForms(address).flatMap((form) => {
      const refusal = checkOwnAddress(policy, form, port) ?? checkRange(matchRules, form, port);
      return refusal === undefined ? [] : [refusal];
    });
}

function checkOwnAddress(
  policy: AddressPolicy,
  address: IpAddress,
  port: number,
): Refusal | undefined {
  // The system connects to the loopback address instead of the unspecified one.
  const reached = isUnspecified(address) ? [address.text, "127.0.0.1", "::1"] : [address.text];
  if (!reached.some((text) => policy.isOwnAddress(text, port))) return undefined;
  const reason = `${formatHost(address)}:${port} is an address of this server itself`;
  return { code: "OWN_ADDRESS_REFUSED", address, port, reason };
}

function checkRange(
  matchRules: ReturnType<typeof compileAllowRules>,
  address: IpAddress,
  port: number,
): Refusal | undefined {
  const host = formatHost(address);
  const range = findRefusedRange(address);
  if (range?.isNever) {
    return {
      code: "METADATA_REFUSED",
      address,
      port,
      reason: `${host} is a ${range.what} address`,
    };
  }
  const match = matchRules(address, port);
  if (range !== undefined && !match.isAddressListed) {
    return { code: "ADDRESS_REFUSED", address, port, reason: `${host} is a ${range.what} address` };
  }
  if (range !== undefined && !match.isPortAllowed) {
    const reason = `${host} is allowed, but not on port ${port}`;
    return { code: "PORT_REFUSED", address, port, reason };
  }
  if (isRefusedPort(port) && !match.isPortNamed) {
    const reason = `port ${port} belongs to a protocol other than HTTP`;
    return { code: "PORT_REFUSED", address, port, reason };
  }
  return undefined;
}

function isUnspecified(address: IpAddress): boolean {
  return address.bytes.every((byte) => byte === 0);
}

const severities = [
  "OWN_ADDRESS_REFUSED",
  "METADATA_REFUSED",
  "ADDRESS_REFUSED",
  "PORT_REFUSED",
] as const;

/**
 * @param hostname - as the user typed it; the message gives a name before its addresses
 * @param refusals - at least one
 */
export function explainRefusals(hostname: string, refusals: readonly Refusal[]): EgressError {
  const code = severities.find((severity) => refusals.some((refusal) => refusal.code === severity));
  const reasons = new Set(refusals.filter((one) => one.code === code).map((one) => one.reason));
  const subject = parseIpAddress(hostname) === undefined ? `${hostname}: ` : "";
  return new EgressError(
    code ?? "ADDRESS_REFUSED",
    `${subject}${[...reasons].join(", ")}. ${suggestFix(code, refusals)}`,
  );
}

function suggestFix(code: Refusal["code"] | undefined, refusals: readonly Refusal[]): string {
  if (code === "OWN_ADDRESS_REFUSED") return "It is never called.";
  if (code === "METADATA_REFUSED") return "No setting allows such an address.";
  if (refusals.some(({ port }) => port === 0)) return "It is never called.";
  const rules = new Set(
    refusals.map(({ address: { family, text, bytes }, port }) =>
      formatAllowRule({ family, network: text, prefix: bytes.length * 8, port }),
    ),
  );
  return (
    `To allow it, the operator of this server adds ${[...rules].join(",")} to ${allowSetting}. ` +
    "Or test an address that this server may reach."
  );
}

function formatHost(address: IpAddress): string {
  return address.family === 4 ? address.text : `[${address.text}]`;
}
