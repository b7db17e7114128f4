import { BlockList } from "node:net";

import type { IpAddress } from "./ip-address.ts";

/** Addresses that are called only if the operator allows them, or never. */
export interface RefusedRange {
  readonly network: `${string}/${number}`;
  /** Completes "… is a … address". */
  readonly what: string;
  /**
   * The operator cannot allow it: a caller that reaches it can take over the machine's identity.
   */
  readonly isNever?: true;
}

/**
 * From the IANA registries of special-purpose addresses (RFC 6890) and the clouds' manuals. The
 * first match supplies the reason, so narrow ranges come before wide ones.
 */
const refusedRanges: readonly RefusedRange[] = [
  { network: "169.254.0.0/16", what: "link-local or metadata (RFC 3927)", isNever: true },
  { network: "fe80::/10", what: "link-local (RFC 4291 §2.5.6)", isNever: true },
  { network: "100.100.100.200/32", what: "metadata (Alibaba Cloud)", isNever: true },
  { network: "168.63.129.16/32", what: "metadata (Azure)", isNever: true },
  { network: "192.0.0.192/32", what: "metadata (Oracle Cloud)", isNever: true },
  { network: "fd00:ec2::/32", what: "metadata (AWS)", isNever: true },
  { network: "fd20:ce::254/128", what: "metadata (Google Cloud)", isNever: true },
  { network: "fd00:c1::a9fe:a9fe/128", what: "metadata (Oracle Cloud)", isNever: true },
  { network: "fd00:42::42/128", what: "metadata (Scaleway)", isNever: true },

  { network: "0.0.0.0/8", what: "unspecified (RFC 1122 §3.2.1.3)" },
  { network: "10.0.0.0/8", what: "private (RFC 1918)" },
  { network: "100.64.0.0/10", what: "shared (RFC 6598)" },
  { network: "127.0.0.0/8", what: "loopback (RFC 1122 §3.2.1.3)" },
  { network: "172.16.0.0/12", what: "private (RFC 1918)" },
  { network: "192.0.0.0/24", what: "protocol (RFC 6890 §2.1)" },
  { network: "192.0.2.0/24", what: "documentation (RFC 5737)" },
  { network: "192.88.99.0/24", what: "6to4 relay (RFC 7526)" },
  { network: "192.168.0.0/16", what: "private (RFC 1918)" },
  { network: "198.18.0.0/15", what: "benchmark (RFC 2544)" },
  { network: "198.51.100.0/24", what: "documentation (RFC 5737)" },
  { network: "203.0.113.0/24", what: "documentation (RFC 5737)" },
  { network: "224.0.0.0/4", what: "multicast (RFC 5771)" },
  { network: "240.0.0.0/4", what: "reserved (RFC 1112 §4)" },

  { network: "::/128", what: "unspecified (RFC 4291 §2.5.2)" },
  { network: "::1/128", what: "loopback (RFC 4291 §2.5.3)" },
  { network: "::/96", what: "IPv4-compatible (RFC 4291 §2.5.5.1)" },
  { network: "64:ff9b:1::/48", what: "local NAT64 (RFC 8215)" },
  { network: "100::/64", what: "discard (RFC 6666)" },
  { network: "2001::/32", what: "Teredo (RFC 4380)" },
  { network: "2001:2::/48", what: "benchmark (RFC 5180)" },
  { network: "2001::/23", what: "protocol (RFC 2928)" },
  { network: "2001:db8::/32", what: "documentation (RFC 3849)" },
  { network: "2002::/16", what: "6to4 (RFC 3056)" },
  { network: "3ffe::/16", what: "returned test (RFC 3701)" },
  { network: "3fff::/20", what: "documentation (RFC 9637)" },
  { network: "5f00::/16", what: "segment routing (RFC 9602)" },
  { network: "fc00::/7", what: "private (RFC 4193)" },
  { network: "fec0::/10", what: "site-local (RFC 3879)" },
  { network: "ff00::/8", what: "multicast (RFC 4291 §2.7)" },
  // Everything except 2000::/3, the only global unicast space that is assigned (RFC 4291 §2.4).
  { network: "::/3", what: "reserved (RFC 4291 §2.4)" },
  { network: "4000::/2", what: "reserved (RFC 4291 §2.4)" },
  { network: "8000::/1", what: "reserved (RFC 4291 §2.4)" },
];

/** One network, with which addresses of the same family are compared. */
export interface Network {
  includes(address: IpAddress): boolean;
}

const listed = refusedRanges.map((range) => ({ range, network: compileNetwork(range.network) }));

export function findRefusedRange(address: IpAddress): RefusedRange | undefined {
  return listed.find(({ network }) => network.includes(address))?.range;
}

/** @param text - an address and the length of its prefix, `10.0.0.0/8` or `fd00::/8` */
export function compileNetwork(text: string): Network {
  const [address = "", prefix = ""] = text.split("/");
  const type = address.includes(":") ? "ipv6" : "ipv4";
  const family = type === "ipv6" ? 6 : 4;
  const list = new BlockList();
  list.addSubnet(address, Number(prefix), type);
  return {
    // A BlockList treats every IPv4 address as its IPv4-mapped form, and so as a part of ::/3.
    includes: (one) => one.family === family && list.check(one.text, type),
  };
}
