import { setTimeout as wait } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import type { ResolveHostname } from "./resolve-name.ts";
import { openEgress } from "./testing/open-egress.ts";
import { startServer } from "./testing/start-server.ts";

const addressOf = (address: string) =>
  ({ address, family: address.includes(":") ? 6 : 4 }) as const;

/**
 * Returns the next list of addresses for each query, and then the last one for every further query.
 */
function answerInTurn(...turns: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const resolve: ResolveHostname = (hostname) => {
    const turn = turns[Math.min(asked.length, turns.length - 1)] ?? [];
    asked.push(hostname);
    return Promise.resolve(turn.map(addressOf));
  };
  return { asked, resolve };
}

describe("names", () => {
  it("resolve to the address that was checked, with one DNS query", async () => {
    await using server = await startServer((_request, response) => response.end("in"));
    const { asked, resolve } = answerInTurn(["127.0.0.1"], ["127.0.0.2"]);
    await using egress = openEgress("127.0.0.1:*", { resolve });
    const url = `http://shop.example:${server.port}/`;
    for (let count = 0; count < 5; count += 1) await egress.get(url);
    expect(asked).toEqual(["shop.example"]);
    expect(server.connections.count).toBeLessThanOrEqual(2);
    expect(server.requests[0]?.headers.host).toBe(`shop.example:${server.port}`);
  });

  it("are checked again when their answer has expired, even while a connection is open", async () => {
    await using server = await startServer((_request, response) => response.end("in"));
    await using second = await startServer((_request, response) => response.end("in"), "127.0.0.2");
    const { asked, resolve } = answerInTurn(["127.0.0.1"], ["127.0.0.2"]);
    await using egress = openEgress("127.0.0.1:*", { resolve });
    const url = `http://shop.example:${server.port}/`;
    await egress.get(url);
    await wait(2100);
    const error = await egress.refuse(url);
    expect(error.code).toBe("ADDRESS_REFUSED");
    expect(error.message).toContain(`shop.example: 127.0.0.2 is a loopback`);
    expect(asked).toHaveLength(2);
    expect(server.requests).toHaveLength(1);
    expect(second.connections.count).toBe(0);
  });

  it.each([
    [["9.9.9.9", "10.0.0.1"], "ADDRESS_REFUSED"],
    [["10.0.0.1", "9.9.9.9"], "ADDRESS_REFUSED"],
    [["127.0.0.1", "127.0.0.2"], "ADDRESS_REFUSED"],
    [["9.9.9.9", "::1"], "ADDRESS_REFUSED"],
    [["9.9.9.9", "::ffff:10.0.0.1"], "ADDRESS_REFUSED"],
    [["9.9.9.9", "169.254.169.254"], "METADATA_REFUSED"],
    [["127.0.0.1", "fe80::1%eth0"], "METADATA_REFUSED"],
    [["2a00::1", "fd00:ec2::254"], "METADATA_REFUSED"],
    [[], "DNS_FAILED"],
    [["localhost"], "DNS_FAILED"],
    [["127.0.0.1", ""], "DNS_FAILED"],
  ])("that resolve to %j are refused as %s", async (addresses, code) => {
    const { resolve } = answerInTurn(addresses);
    await using egress = openEgress("127.0.0.1:*", { resolve });
    expect(await egress.refuseCode("http://shop.example:4010/")).toBe(code);
  });

  it("that do not resolve are reported, and are queried again", async () => {
    let count = 0;
    const resolve: ResolveHostname = () => {
      count += 1;
      return Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }));
    };
    await using egress = openEgress("", { resolve });
    const error = await egress.refuse("http://shop.example/");
    expect(error).toMatchObject({
      code: "DNS_FAILED",
      message: "shop.example does not resolve (ENOTFOUND).",
    });
    await egress.refuse("http://shop.example/");
    expect(count).toBe(2);
  });

  it("that never resolve end at the request's deadline", async () => {
    const resolve: ResolveHostname = () => new Promise(() => {});
    await using egress = openEgress("", { resolve });
    expect(await egress.refuseCode("http://shop.example/", { timeoutMs: 50 })).toBe("TIMEOUT");
  });

  it("are queried once by simultaneous requests", async () => {
    await using server = await startServer((_request, response) => response.end("in"));
    const { asked, resolve } = answerInTurn(["127.0.0.1"]);
    await using egress = openEgress("127.0.0.1:*", { resolve });
    const url = `http://shop.example:${server.port}/`;
    await Promise.all(Array.from({ length: 8 }, () => egress.get(url)));
    expect(asked).toHaveLength(1);
    expect(server.requests).toHaveLength(8);
  });

  it("with several addresses use the one that answers", async () => {
    await using server = await startServer((_request, response) => response.end("in"));
    const { resolve } = answerInTurn(["127.0.0.3", "127.0.0.1"]);
    await using egress = openEgress("127.0.0.0/8:*", { resolve });
    expect((await egress.get(`http://shop.example:${server.port}/`)).status).toBe(200);
  });

  it("with a final dot are the same names", async () => {
    await using server = await startServer((_request, response) => response.end("in"));
    const { asked, resolve } = answerInTurn(["127.0.0.1"]);
    await using egress = openEgress("127.0.0.1:*", { resolve });
    await egress.get(`http://shop.example.:${server.port}/`);
    await egress.get(`http://SHOP.example:${server.port}/`);
    expect(asked).toEqual(["shop.example"]);
    expect(server.connections.count).toBeLessThanOrEqual(2);
  });

  it("of this machine are both loopback addresses, of which one may be allowed", async () => {
    await using server = await startServer((_request, response) => response.end("in"));
    const { asked, resolve } = answerInTurn(["9.9.9.9"]);
    await using egress = openEgress(`127.0.0.1:${server.port}`, { resolve });
    for (const name of ["localhost", "api.localhost"]) {
      expect((await egress.get(`http://${name}:${server.port}/`)).status).toBe(200);
    }
    expect(asked).toEqual([]);
    await using closed = openEgress("", { resolve });
    const { message } = await closed.refuse(`http://localhost:${server.port}/`);
    expect(message).toContain(
      `adds 127.0.0.1:${server.port},[::1]:${server.port} to LINTEL_EGRESS_ALLOW.`,
    );
  });
});
