import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { AllowRule } from "./allow-rules.ts";
import { formatAllowRule, parseAllowRules } from "./allow-rules.ts";
import { openEgress } from "./testing/open-egress.ts";
import { startServer } from "./testing/start-server.ts";

describe("the operator's rules", () => {
  it("are read with networks, addresses and ports of both families", () => {
    const text = "10.0.0.0/8:443, 127.0.0.1:4010 ,[fd00::/8]:443,[::1]:*,192.168.0.7:*,";
    expect(parseAllowRules(text)).toEqual([
      { family: 4, network: "10.0.0.0", prefix: 8, port: 443 },
      { family: 4, network: "127.0.0.1", prefix: 32, port: 4010 },
      { family: 6, network: "fd00::", prefix: 8, port: 443 },
      { family: 6, network: "::1", prefix: 128, port: "*" },
      { family: 4, network: "192.168.0.7", prefix: 32, port: "*" },
    ]);
    expect(parseAllowRules("")).toEqual([]);
  });

  it.each([
    "localhost:4010",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/8/8",
    "10.0.0.0/",
    "10.1.0.0/8",
    "10.0.0",
    "010.0.0.1",
    "10.0.0.1:0",
    "10.0.0.1:65536",
    "10.0.0.1:http",
    "10.0.0.1:",
    "::1",
    "fd00::/8",
    "[fd00::]/8:443",
    "[fd00::/129]",
    "[10.0.0.0/8]",
    "[fe80::1%eth0]:80",
    "10.0.0.1",
    "http://10.0.0.1:80",
    "[::ffff:10.0.0.1]",
    "[64:ff9b::/96]",
    "[]",
    "*",
  ])("report the entry %s that cannot be read", (entry) => {
    expect(() => parseAllowRules(`10.0.0.1:80,${entry}`)).toThrow(
      `LINTEL_EGRESS_ALLOW: "${entry}" cannot be used`,
    );
  });

  it.each([
    ["127.0.0.1", "add the port, as in 127.0.0.1:8080, or :* for every port, as in 127.0.0.1:*"],
    ["10.0.0.0/8", "add the port, as in 10.0.0.0/8:8080"],
    ["[fd00::/8]", "add the port, as in [fd00::/8]:8080"],
    ["http://127.0.0.1:8080", "leave out http:// and"],
    ["https://[::1]:8080/v1", "leave out https:// and"],
  ])("say how %s is written", (entry, fix) => {
    expect(() => parseAllowRules(entry)).toThrow(fix);
  });

  it("read what they write", () => {
    const port = fc.oneof(fc.constant("*" as const), fc.integer({ min: 1, max: 65_535 }));
    const ipv4 = fc
      .tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 }), port)
      .map(([address, prefix, port]): AllowRule => {
        const bits = Number(
          address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n) >>
            BigInt(32 - prefix),
        );
        const masked = BigInt(bits) << BigInt(32 - prefix);
        const network = [24n, 16n, 8n, 0n].map((shift) => (masked >> shift) & 255n).join(".");
        return { family: 4, network, prefix, port };
      });
    const ipv6 = fc
      .tuple(fc.integer({ min: 0x2000, max: 0xfdff }), port)
      .map(([group, port]): AllowRule => {
        return { family: 6, network: `${group.toString(16)}::`, prefix: 16, port };
      });
    fc.assert(
      fc.property(fc.array(fc.oneof(ipv4, ipv6), { maxLength: 5 }), (rules) => {
        expect(parseAllowRules(rules.map(formatAllowRule).join(","))).toEqual(rules);
      }),
    );
  });

  it("allow an address only at their port", async () => {
    await using server = await startServer((_request, response) => response.end("in"));
    await using other = await startServer((_request, response) => response.end("in"));
    await using egress = openEgress(`127.0.0.1:${server.port}`);
    expect((await egress.get(server.origin)).status).toBe(200);
    const error = await egress.refuse(other.origin);
    expect(error.code).toBe("PORT_REFUSED");
    expect(error.message).toContain(`adds 127.0.0.1:${other.port} to LINTEL_EGRESS_ALLOW.`);
    expect(other.connections.count).toBe(0);
  });

  it.each(["127.0.0.0/8:*", "127.0.0.1:*", "0.0.0.0/0:*"])("%s allows every port", async (rule) => {
    await using server = await startServer((_request, response) => response.end("in"));
    await using egress = openEgress(rule);
    for (const host of ["127.0.0.1", "127.1", "0x7f000001", "localhost", "[::ffff:127.0.0.1]"]) {
      const response = await egress.get(`http://${host}:${server.port}/`);
      expect(response.status).toBe(200);
    }
  });

  it("appear in a refusal with the value that would allow the address", async () => {
    await using server = await startServer((_request, response) => response.end("in"));
    await using closed = openEgress("");
    const { message } = await closed.refuse(`http://2130706433:${server.port}/`);
    expect(message).toContain(`adds 127.0.0.1:${server.port} to LINTEL_EGRESS_ALLOW.`);
    await using open = openEgress(`127.0.0.1:${server.port}`);
    expect((await open.get(`http://2130706433:${server.port}/`)).status).toBe(200);
  });

  it("must name the port of another protocol explicitly", async () => {
    await using egress = openEgress("127.0.0.0/8:*");
    expect(await egress.refuseCode("http://127.0.0.1:25/")).toBe("PORT_REFUSED");
    await using named = openEgress("127.0.0.1:1");
    expect(await named.refuseCode("http://127.0.0.1:1/")).toBe("CONNECT_FAILED");
  });
});

describe("the server's own addresses", () => {
  it("stay refused inside an allowed range", async () => {
    await using server = await startServer((_request, response) => response.end("in"));
    const isOwnAddress = (address: string, port: number) =>
      address === "127.0.0.1" && port === server.port;
    await using egress = openEgress("0.0.0.0/0:*,[::/0]:*", { isOwnAddress });
    const hosts = ["127.0.0.1", "localhost", "0", "[::]", "[::ffff:7f00:1]", "2130706433"];
    for (const host of hosts) {
      const error = await egress.refuse(`http://${host}:${server.port}/`);
      expect(error.code).toBe("OWN_ADDRESS_REFUSED");
      expect(error.message).not.toContain("LINTEL_EGRESS_ALLOW");
    }
    expect(server.connections.count).toBe(0);
  });

  it("are checked at each new connection", async () => {
    await using server = await startServer((_request, response) => {
      response.setHeader("connection", "close").end("in");
    });
    let isOwn = false;
    await using egress = openEgress("127.0.0.1:*", { isOwnAddress: () => isOwn });
    expect((await egress.get(server.origin)).status).toBe(200);
    isOwn = true;
    expect(await egress.refuseCode(server.origin)).toBe("OWN_ADDRESS_REFUSED");
    expect(server.connections.count).toBe(1);
  });
});
