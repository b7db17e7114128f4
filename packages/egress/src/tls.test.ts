import { createServer } from "node:https";

import { describe, expect, it } from "vitest";

import { makeCertificate } from "./testing/make-certificate.ts";
import { openEgress, textOf } from "./testing/open-egress.ts";
import { listen, startServer } from "./testing/start-server.ts";

const { cert, key } = makeCertificate("shop.example");
const resolve = () => Promise.resolve([{ address: "127.0.0.1", family: 4 } as const]);

async function startSecureServer() {
  const names: unknown[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    names.push("servername" in request.socket ? request.socket.servername : undefined);
    response.end(request.headers.host);
  });
  server.on("tlsClientError", () => {});
  const port = await listen(server, "127.0.0.1");
  return {
    port,
    names,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

describe("secure connections", () => {
  it("go to the checked address and verify the name", async () => {
    await using server = await startSecureServer();
    await using egress = openEgress("127.0.0.1:*", { ca: cert, resolve });
    const response = await egress.get(`https://shop.example:${server.port}/`);
    expect(textOf(response)).toBe(`shop.example:${server.port}`);
    const other = await egress.get(`https://shop.example:${server.port}/`, {
      headers: [["Host", "other.example"]],
    });
    expect(textOf(other)).toBe("other.example");
    expect(server.names).toEqual(["shop.example", "shop.example"]);
  });

  it("fail on a certificate of another name", async () => {
    await using server = await startSecureServer();
    await using egress = openEgress("127.0.0.1:*", { ca: cert, resolve });
    for (const host of ["127.0.0.1", "other.example"]) {
      expect(await egress.refuseCode(`https://${host}:${server.port}/`)).toBe("TLS_FAILED");
    }
    expect(server.names).toEqual([]);
  });

  it("fail on a certificate that no trusted authority signed", async () => {
    await using server = await startSecureServer();
    await using egress = openEgress("127.0.0.1:*", { resolve });
    const error = await egress.refuse(`https://shop.example:${server.port}/`);
    expect(error.code).toBe("TLS_FAILED");
    expect(error.message).toContain("NODE_EXTRA_CA_CERTS");
  });

  it("fail at a server that does not speak TLS", async () => {
    await using server = await startServer((_request, response) => response.end());
    await using egress = openEgress("127.0.0.1:*");
    const error = await egress.refuse(`https://127.0.0.1:${server.port}/`);
    expect(error.code).toBe("TLS_FAILED");
    expect(error.message).toBe(
      `127.0.0.1:${server.port} does not speak TLS at that port; perhaps the address begins with http://.`,
    );
  });

  it("follow the address rules", async () => {
    await using server = await startSecureServer();
    await using egress = openEgress("", { ca: cert, resolve });
    const code = await egress.refuseCode(`https://shop.example:${server.port}/`);
    expect(code).toBe("ADDRESS_REFUSED");
  });
});
