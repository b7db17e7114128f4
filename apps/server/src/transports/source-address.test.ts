import type { FastifyRequest } from "fastify";
import { describe, expect, it } from "vitest";
import { groupAddress } from "../platform/rate/group-address.ts";
import { addressOf, createProxyTrust } from "./source-address.ts";

const trusts = createProxyTrust(["10.0.0.0/8", "192.0.2.7", "2001:db8:1::/48"]);

const requestFrom = (remoteAddress: string, forwarded: string[], cameFromPeer = false) =>
  ({
    cameFromPeer,
    headers: { "x-forwarded-for": forwarded.join(", ") },
    raw: { socket: { remoteAddress } },
  }) as unknown as FastifyRequest;

describe("the source of a request", () => {
  it.each([
    ["203.0.113.5", [], "203.0.113.5"],
    ["::ffff:203.0.113.5", [], "203.0.113.5"],
    ["203.0.113.5", ["198.51.100.1"], "203.0.113.5"],
    ["10.1.2.3", ["198.51.100.1"], "198.51.100.1"],
    ["::ffff:10.1.2.3", ["spoofed, 198.51.100.1, 192.0.2.7"], "198.51.100.1"],
    ["10.1.2.3", ["1.1.1.1", "198.51.100.1"], "198.51.100.1"],
    ["10.1.2.3", ["10.9.9.9"], "10.9.9.9"],
    ["2001:db8:1::5", ["2001:db8:2:3:4:5:6:7"], "2001:db8:2:3:4:5:6:7"],
  ])("at %s, forwarded for %j, is %s", (address, forwarded, source) => {
    expect(addressOf(requestFrom(address, forwarded), trusts)).toBe(source);
  });

  it("is what the other deployment saw, where that forwarded the call", () => {
    const request = requestFrom("203.0.113.99", ["198.51.100.1"], true);
    expect(addressOf(request, trusts)).toBe("198.51.100.1");
  });
});

describe("addresses of one network", () => {
  it.each([
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:2:3:4:5:6:7", "2001:db8:2:3::/64"],
    ["2001:0db8:0:0:ffff::", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["203.0.113.5", "203.0.113.5"],
    ["unknown", "unknown"],
  ])("%s counts as %s", (address, source) => {
    expect(groupAddress(address)).toBe(source);
  });
});
