import { compileNetwork } from "./address.rules.ts";
import { listCheckedForms } from "./embedded-addresses.ts";
import type { IpAddress } from "./ip-address.ts";
import { parseIpAddress } from "./ip-address.ts";

/** The operator's setting. Messages name it, so that the operator can allow a refused address. */
export const allowSetting = "LINTEL_EGRESS_ALLOW";

/** Addresses outside the public internet that this server may call. */
export interface AllowRule {
  readonly family: 4 | 6;
  /** The first address of the network, in canonical text. */
  readonly network: string;
  /** Length of the network's prefix in bits. */
  readonly prefix: number;
  readonly port: number | "*";
}

/**
 * Reads `10.0.0.0/8:443,127.0.0.1:4010,[fd00::/8]:443,192.168.0.7:*`: a network or one address,
 * IPv6 in brackets, with a port or with `*` for every port. An entry without a port is refused,
 * because few operators mean to open every service that listens at an address.
 *
 * @throws Error that names the entry which cannot be read
 */
export function parseAllowRules(text: string): AllowRule[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(parseAllowRule);
}

const schemePattern = /^[a-z][a-z0-9+.-]*:\/\//i;

function parseAllowRule(entry: string): AllowRule {
  const scheme = schemePattern.exec(entry)?.[0];
  if (scheme !== undefined) {
    throw refuseEntry(entry, `leave out ${scheme} and what follows the port, as in 127.0.0.1:8080`);
  }
  const parts = /^(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:]*))(?::(?<port>[^:]*))?$/.exec(
    entry,
  )?.groups;
  if (parts === undefined) {
    throw refuseEntry(entry, "write an IPv6 address in brackets, as in [fd00::/8]:443");
  }
  const [addressText = "", prefixText, ...rest] = (
    parts["bracketed"] ??
    parts["plain"] ??
    ""
  ).split("/");
  const address = parseIpAddress(addressText);
  if (address === undefined || addressText.includes("%") || rest.length > 0) {
    throw refuseEntry(
      entry,
      "it takes an address or a network such as 10.0.0.0/8; names can change their address",
    );
  }
  if ((address.family === 6) !== (parts["bracketed"] !== undefined)) {
    throw refuseEntry(entry, "brackets are for IPv6 addresses");
  }
  if (!listCheckedForms(address).includes(address)) {
    throw refuseEntry(entry, "write the IPv4 address that it contains");
  }
  const prefix = parsePrefix(entry, address, prefixText);
  return {
    family: address.family,
    network: address.text,
    prefix,
    port: parsePort(entry, parts["port"]),
  };
}

function parsePrefix(entry: string, address: IpAddress, text: string | undefined): number {
  const maxPrefix = address.bytes.length * 8;
  if (text === undefined) return maxPrefix;
  const prefix = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(prefix <= maxPrefix))
    throw refuseEntry(entry, `the prefix length is a number from 0 to ${maxPrefix}`);
  const isNetwork = address.bytes.every((byte, index) => {
    const kept = Math.min(Math.max(prefix - index * 8, 0), 8);
    return (byte & (0xff >> kept)) === 0;
  });
  if (!isNetwork) throw refuseEntry(entry, `the address has bits after its first ${prefix}`);
  return prefix;
}

function parsePort(entry: string, text: string | undefined): number | "*" {
  if (text === "*") return "*";
  if (text === undefined) {
    const reason = `add the port, as in ${entry}:8080, or :* for every port, as in ${entry}:*`;
    throw refuseEntry(entry, reason);
  }
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535)
    throw refuseEntry(entry, "the port is a number from 1 to 65535, or *");
  return port;
}

function refuseEntry(entry: string, reason: string): Error {
  return new Error(`${allowSetting}: "${entry}" cannot be used: ${reason}.`);
}

/** Writes a rule in the form that `parseAllowRules` reads. */
export function formatAllowRule(rule: AllowRule): string {
  const maxPrefix = rule.family === 4 ? 32 : 128;
  const network = rule.prefix === maxPrefix ? rule.network : `${rule.network}/${rule.prefix}`;
  const host = rule.family === 4 ? network : `[${network}]`;
  return `${host}:${rule.port}`;
}

/** How the rules treat one address and port. */
export interface AllowMatch {
  readonly isAddressListed: boolean;
  readonly isPortAllowed: boolean;
  /** A rule names this port explicitly, not every port. */
  readonly isPortNamed: boolean;
}

export function compileAllowRules(
  rules: readonly AllowRule[],
): (address: IpAddress, port: number) => AllowMatch {
  const compiled = rules.map((rule) => ({
    rule,
    network: compileNetwork(`${rule.network}/${rule.prefix}`),
  }));
  return (address, port) => {
    const ports = compiled
      .filter(({ network }) => network.includes(address))
      .map(({ rule }) => rule.port);
    return {
      isAddressListed: ports.length > 0,
      isPortAllowed: ports.includes("*") || ports.includes(port),
      isPortNamed: ports.includes(port),
    };
  };
}
