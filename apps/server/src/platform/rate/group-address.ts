import { isIPv6 } from "node:net";

/** An IPv4 address of a socket for both families, without its prefix. */
export function toPlain(address: string): string {
  return (address.split("%", 1)[0] ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
}

/** The addresses that share a budget: an IPv6 address counts with its /64, the smallest network that a provider hands out. */
export function groupAddress(address: string): string {
  const plain = toPlain(address);
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
