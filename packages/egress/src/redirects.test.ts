import { describe, expect, it } from "vitest";

import { openEgress, textOf } from "./testing/open-egress.ts";
import type { AnswerRequest } from "./testing/start-server.ts";
import { startServer } from "./testing/start-server.ts";

/** `/to?status=302&at=…` redirects; any other path answers. */
const redirectOrAnswer: AnswerRequest = (request, response) => {
  const url = new URL(request.url, "http://server");
  if (url.pathname !== "/to") return response.end(`${request.method} ${request.body}`);
  response.statusCode = Number(url.searchParams.get("status") ?? 302);
  return response.setHeader("location", url.searchParams.get("at") ?? "/end").end("moved");
};

const redirectTo = (at: string, status = 302) =>
  `/to?status=${status}&at=${encodeURIComponent(at)}`;

describe("redirects", () => {
  it.each([
    ["GET", 301, "GET "],
    ["GET", 302, "GET "],
    ["GET", 303, "GET "],
    ["GET", 307, "GET "],
    ["GET", 308, "GET "],
    ["POST", 301, "GET "],
    ["POST", 302, "GET "],
    ["POST", 303, "GET "],
    ["POST", 307, "POST body"],
    ["POST", 308, "POST body"],
    ["PUT", 301, "PUT body"],
    ["PUT", 302, "PUT body"],
    ["PUT", 303, "GET "],
    ["PUT", 307, "PUT body"],
    ["PATCH", 302, "PATCH body"],
    ["DELETE", 301, "DELETE body"],
    ["DELETE", 303, "GET "],
    ["QUERY", 301, "QUERY body"],
    ["QUERY", 302, "QUERY body"],
    ["QUERY", 303, "GET "],
    ["QUERY", 308, "QUERY body"],
  ])("turn %s at %i into %s (RFC 9110 §15.4)", async (method, status, expected) => {
    await using server = await startServer(redirectOrAnswer);
    await using egress = openEgress("127.0.0.1:*");
    const response = await egress.get(`${server.origin}${redirectTo("/end", status)}`, {
      method,
      headers: [["content-type", "text/plain"]],
      ...(method === "GET" ? {} : { body: "body" }),
    });
    expect(textOf(response)).toBe(expected);
    expect(response.url).toBe(`${server.origin}/end`);
    expect(response.redirects).toEqual([`${server.origin}${redirectTo("/end", status)}`]);
    const isBodyKept = expected.endsWith("body") || method === "GET";
    expect(server.requests[1]?.headers["content-type"]).toBe(isBodyKept ? "text/plain" : undefined);
  });

  it("keep HEAD at 303; 300, 304 and a redirect without an address are not followed", async () => {
    await using server = await startServer((request, response) => {
      response.statusCode = Number(request.url.slice(1)) || 200;
      if (request.url === "/303") response.setHeader("location", "/200");
      else if (request.url !== "/302") response.setHeader("location", "http://10.0.0.1/");
      response.end();
    });
    await using egress = openEgress("127.0.0.1:*");
    await egress.get(`${server.origin}/303`, { method: "HEAD" });
    expect(server.requests.map(({ method }) => method)).toEqual(["HEAD", "HEAD"]);
    for (const status of [201, 300, 302, 304, 305]) {
      expect((await egress.get(`${server.origin}/${status}`)).status).toBe(status);
    }
  });

  it.each([
    ["next?a=1#part", "/next?a=1"],
    ["//127.1:PORT/other", "/other"],
    ["/ü", "/%C3%BC"],
    ["/a/../b c", "/b%20c"],
    ["\\\\0x7f.1:PORT\\back", "/back"],
    ["http:relative", "/relative"],
  ])("read the address %s as browsers do", async (at, end) => {
    await using server = await startServer(redirectOrAnswer);
    await using egress = openEgress("127.0.0.1:*");
    const path = redirectTo(at.replace("PORT", String(server.port)));
    const response = await egress.get(`${server.origin}${path}`);
    expect(response.url).toBe(`${server.origin}${end}`);
  });

  it.each([
    ["http://127.0.0.2:1234/", "ADDRESS_REFUSED"],
    ["http://10.0.0.1/", "ADDRESS_REFUSED"],
    ["//[::1]/", "ADDRESS_REFUSED"],
    ["http://2130706434/", "ADDRESS_REFUSED"],
    ["http://[::ffff:10.0.0.1]/", "ADDRESS_REFUSED"],
    ["http://100.64.0.1/", "ADDRESS_REFUSED"],
    ["http://0/", "ADDRESS_REFUSED"],
    ["http://[2002:a00:1::]/", "ADDRESS_REFUSED"],
    ["http://224.0.0.1/", "ADDRESS_REFUSED"],
    ["http://169.254.169.254/latest/meta-data/", "METADATA_REFUSED"],
    ["http://[fe80::1]/", "METADATA_REFUSED"],
    ["http://127.0.0.1:1/", "PORT_REFUSED"],
    ["http://127.0.0.1:OWN/", "OWN_ADDRESS_REFUSED"],
    ["http://rebound.example/", "ADDRESS_REFUSED"],
    ["http://user:secret@127.0.0.1:PORT/", "USERINFO_REFUSED"],
    ["file:///etc/passwd", "SCHEME_REFUSED"],
    ["gopher://127.0.0.1/", "SCHEME_REFUSED"],
    ["http://[::1", "INVALID_URL"],
  ])("to %s are refused as %s", async (at, code) => {
    await using server = await startServer(redirectOrAnswer);
    await using own = await startServer(redirectOrAnswer);
    await using egress = openEgress(`127.0.0.1:${server.port},127.0.0.1:${own.port}`, {
      isOwnAddress: (address, port) => address === "127.0.0.1" && port === own.port,
      resolve: () => Promise.resolve([{ address: "10.0.0.9", family: 4 }]),
    });
    const location = at.replace("PORT", String(server.port)).replace("OWN", String(own.port));
    const error = await egress.refuse(`${server.origin}${redirectTo(location)}`);
    expect(error.code).toBe(code);
    expect(error.message).toContain(`After a redirect from ${server.origin}`);
    expect(server.requests).toHaveLength(1);
    expect(own.connections.count).toBe(0);
  });

  it("are counted, and none is followed where the limit is 0", async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(302, { location: "/again" }).end();
    });
    await using egress = openEgress("127.0.0.1:*");
    expect(await egress.refuseCode(server.origin)).toBe("TOO_MANY_REDIRECTS");
    expect(server.requests).toHaveLength(11);
    const response = await egress.get(server.origin, { maxRedirects: 0 });
    expect(response.status).toBe(302);
    expect(response.headers).toContainEqual(["location", "/again"]);
    expect(await egress.refuseCode(server.origin, { maxRedirects: 2 })).toBe("TOO_MANY_REDIRECTS");
  });

  it("send no credential to another origin or back from it", async () => {
    await using other = await startServer((_request, response) => {
      response.writeHead(307, { location: `${first.origin}/end` }).end();
    });
    await using first = await startServer((request, response) => {
      if (request.url === "/end") response.end("end");
      else if (request.url === "/same") response.writeHead(307, { location: other.origin }).end();
      else response.writeHead(307, { location: "/same" }).end();
    });
    await using egress = openEgress("127.0.0.1:*");
    const secrets: [string, string][] = [
      ["Authorization", "Bearer secret"],
      ["Cookie", "session=secret"],
      ["Proxy-Authorization", "Basic secret"],
      ["X-API-Key", "secret"],
      ["api_key", "secret"],
      ["X-Auth-Token", "secret"],
      ["X-Amz-Security-Token", "secret"],
      ["DPoP", "secret"],
      ["Ocp-Apim-Subscription-Key", "secret"],
      ["X-Custom", "secret"],
      ["Referer", "http://secret.example/"],
      ["Host", "secret.example"],
    ];
    const plain: [string, string][] = [
      ["Accept", "text/plain"],
      ["Accept-Language", "de"],
      ["Content-Type", "text/plain"],
      ["User-Agent", "mine"],
    ];
    const response = await egress.get(`${first.origin}/start`, {
      method: "POST",
      body: "body",
      headers: [...secrets, ...plain],
    });
    expect(textOf(response)).toBe("end");
    const [start, same, end] = first.requests;
    for (const request of [start, same]) {
      for (const [name, value] of [...secrets, ...plain]) {
        expect(request?.headers[name.toLowerCase()]).toBe(value);
      }
    }
    for (const request of [other.requests[0], end]) {
      expect(JSON.stringify(request)).not.toContain("secret");
      for (const [name, value] of plain) expect(request?.headers[name.toLowerCase()]).toBe(value);
      expect(request?.body).toBe("body");
    }
  });

  it("with a long body are followed", async () => {
    await using server = await startServer((request, response) => {
      if (request.url === "/end") return response.end("end");
      return response.writeHead(302, { location: "/end" }).end(Buffer.alloc(300_000));
    });
    await using egress = openEgress("127.0.0.1:*");
    const response = await egress.get(server.origin, { maxBodyBytes: 10 });
    expect(textOf(response)).toBe("end");
  });
});
