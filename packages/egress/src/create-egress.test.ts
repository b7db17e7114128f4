import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";

import { describe, expect, it } from "vitest";

import { openEgress, textOf } from "./testing/open-egress.ts";
import { listen, startServer } from "./testing/start-server.ts";

describe("requests", () => {
  it("are sent unchanged, with the headers that the client adds", async () => {
    await using server = await startServer((_request, response) => response.end("ok"));
    await using egress = openEgress("127.0.0.1:*", { userAgent: "lintel/1" });
    await egress.get(`${server.origin}/a%20b?c=d#e`, {
      headers: [
        ["X-Twice", "1"],
        ["x-twice", "2"],
        ["Accept", "text/plain"],
      ],
    });
    expect(server.requests[0]).toMatchObject({ method: "GET", url: "/a%20b?c=d", body: "" });
    expect(server.requests[0]?.headers).toEqual({
      host: `127.0.0.1:${server.port}`,
      connection: "keep-alive",
      "x-twice": "1, 2",
      accept: "text/plain",
      "user-agent": "lintel/1",
      "accept-encoding": "gzip, deflate, br, zstd",
    });
  });

  it("omit connection headers and keep those that the user sets", async () => {
    await using server = await startServer((_request, response) => response.end("ok"));
    await using egress = openEgress("127.0.0.1:*");
    await egress.get(server.origin, {
      method: "POST",
      body: "four",
      headers: [
        ["Content-Length", "999"],
        ["Transfer-Encoding", "chunked"],
        ["Connection", "close, x-api-key"],
        ["Expect", "100-continue"],
        ["Upgrade", "websocket"],
        ["User-Agent", "mine"],
        ["Accept-Encoding", "identity"],
        ["Host", "virtual.example"],
      ],
    });
    expect(server.requests[0]?.body).toBe("four");
    expect(server.requests[0]?.headers).toEqual({
      host: "virtual.example",
      connection: "keep-alive",
      "content-length": "4",
      "user-agent": "mine",
      "accept-encoding": "identity",
    });
  });

  it.each(["GET", "HEAD", "OPTIONS", "QUERY", "POST", "PUT", "PATCH", "DELETE", "PURGE", "query"])(
    "of method %s carry a body",
    async (method) => {
      await using server = await startServer((_request, response) => response.end("ok"));
      await using egress = openEgress("127.0.0.1:*");
      for (const body of ["text ü", Buffer.from("bytes").subarray(1, 3)]) {
        expect((await egress.get(server.origin, { method, body })).status).toBe(200);
      }
      expect(server.requests.map((request) => request.body)).toEqual(["text ü", "yt"]);
      expect(server.requests[0]?.method).toBe(method.toUpperCase());
    },
  );

  it.each([
    [{ method: "CONNECT" }, "METHOD_REFUSED"],
    [{ method: "connect" }, "METHOD_REFUSED"],
    [{ method: "TRACE", body: "x" }, "INVALID_REQUEST"],
    [{ method: "" }, "INVALID_REQUEST"],
    [{ method: "GET /\r\n" }, "INVALID_REQUEST"],
    [{ headers: [["X-Name", "a\r\nb: c"]] as const }, "INVALID_REQUEST"],
    [{ headers: [["X Name", "a"]] as const }, "INVALID_REQUEST"],
    [{ headers: [["X-Name", "☃"]] as const }, "INVALID_REQUEST"],
    [{ timeoutMs: 0 }, "INVALID_REQUEST"],
    [{ timeoutMs: Number.NaN }, "INVALID_REQUEST"],
    [{ maxRedirects: -1 }, "INVALID_REQUEST"],
    [{ maxBodyBytes: Number.POSITIVE_INFINITY }, "INVALID_REQUEST"],
    [{ signal: AbortSignal.abort() }, "ABORTED"],
  ])("that cannot be sent (%j) are refused as %s", async (more, code) => {
    await using server = await startServer((_request, response) => response.end("ok"));
    await using egress = openEgress("127.0.0.1:*");
    expect(await egress.refuseCode(server.origin, more)).toBe(code);
    expect(server.requests).toHaveLength(0);
  });

  it("end in any state when their caller aborts", async () => {
    await using server = await startServer((request, response) => {
      if (request.url === "/body") response.write("some");
    });
    await using egress = openEgress("127.0.0.1:*");
    for (const path of ["/", "/body"]) {
      const code = egress.refuseCode(`${server.origin}${path}`, {
        signal: AbortSignal.timeout(50),
      });
      expect(await code).toBe("ABORTED");
    }
  });

  it("share connections", async () => {
    await using server = await startServer((_request, response) => response.end("ok"));
    await using egress = openEgress("127.0.0.1:*");
    for (let count = 0; count < 50; count += 1) await egress.get(server.origin);
    expect(server.connections.count).toBeLessThanOrEqual(2);
  });

  it("are repeated if the server closed their idle connection and they are repeatable", async () => {
    let connections = 0;
    // Answers the first request of a connection and ends at the second.
    const server = createServer((socket) => {
      connections += 1;
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        socket.once("data", () => socket.destroy());
      });
      socket.on("error", () => {});
    });
    const origin = `http://127.0.0.1:${await listen(server, "127.0.0.1")}`;
    try {
      await using egress = openEgress("127.0.0.1:*");
      await egress.get(origin);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect((await egress.get(origin)).status).toBe(200);
      expect(connections).toBe(2);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await egress.refuseCode(origin, { method: "POST" })).toBe("CONNECTION_CLOSED");
    } finally {
      server.close();
    }
  });

  it("use a bounded number of pools", async () => {
    await using server = await startServer((_request, response) => response.end("ok"));
    await using egress = openEgress("127.0.0.0/8:*", {
      resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
    });
    for (let count = 0; count < 300; count += 1) {
      await egress.get(`http://host-${count}.example:${server.port}/`);
    }
    const response = await egress.get(`http://host-0.example:${server.port}/`);
    expect(response.status).toBe(200);
  });

  it("can be sent after the idle connections were closed", async () => {
    await using server = await startServer((_request, response) => response.end("ok"));
    await using egress = openEgress("127.0.0.1:*");
    await egress.get(server.origin);
    await egress.close();
    expect((await egress.get(server.origin)).status).toBe(200);
  });
});

describe("answers", () => {
  const text = "Grüße ".repeat(1000);
  const codings: readonly (readonly [string, Buffer])[] = [
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["br", brotliCompressSync(text)],
    ["zstd", zstdCompressSync(text)],
    ["GZIP", gzipSync(text)],
    ["identity", Buffer.from(text)],
    ["utf-8", Buffer.from(text)],
    ["gzip, br", brotliCompressSync(gzipSync(text))],
    ["deflate,identity,gzip", gzipSync(deflateSync(text))],
  ];

  it.each(codings)("encoded as %s are decoded", async (coding, body) => {
    await using server = await startServer((_request, response) => {
      response.setHeader("content-encoding", coding);
      response.write(body.subarray(0, 10));
      setImmediate(() => response.end(body.subarray(10)));
    });
    await using egress = openEgress("127.0.0.1:*");
    const response = await egress.get(server.origin);
    expect(textOf(response)).toBe(text);
    expect(response.headers).toContainEqual(["content-encoding", coding]);
  });

  it("without a body have none, even if their headers announce one", async () => {
    await using server = await startServer((request, response) => {
      response.statusCode = Number(request.url.slice(1));
      response.setHeader("content-encoding", "gzip");
      if (request.method === "HEAD") response.setHeader("content-length", "99999999999");
      response.end();
    });
    await using egress = openEgress("127.0.0.1:*");
    for (const [method, status] of [
      ["GET", 200],
      ["GET", 204],
      ["GET", 304],
      ["HEAD", 200],
    ] as const) {
      const response = await egress.get(`${server.origin}/${status}`, { method });
      expect(response.status).toBe(status);
      expect(response.body).toHaveLength(0);
    }
  });

  it("keep every header in its order, in lower case", async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(200, ["Set-Cookie", "a=1", "X-Mixed", "é", "Set-Cookie", "b=2"]).end();
    });
    await using egress = openEgress("127.0.0.1:*");
    const { headers } = await egress.get(server.origin);
    expect(headers.slice(0, 3)).toEqual([
      ["set-cookie", "a=1"],
      ["x-mixed", "é"],
      ["set-cookie", "b=2"],
    ]);
  });

  it("are accepted up to the limit and refused from the first byte after it", async () => {
    await using server = await startServer((request, response) => {
      const body = Buffer.alloc(100_000, "x");
      if (request.url === "/coded") response.setHeader("content-encoding", "gzip");
      response.end(request.url === "/coded" ? gzipSync(body) : body);
    });
    await using egress = openEgress("127.0.0.1:*");
    for (const path of ["/", "/coded"]) {
      const url = `${server.origin}${path}`;
      expect((await egress.get(url, { maxBodyBytes: 100_000 })).body).toHaveLength(100_000);
      expect(await egress.refuseCode(url, { maxBodyBytes: 99_999 })).toBe("BODY_TOO_LARGE");
    }
  });

  it("are cut where the beginning is enough, however long they are or claim to be", async () => {
    await using server = await startServer((request, response) => {
      if (request.url === "/short") {
        response.end("ok");
        return;
      }
      response.setHeader("content-length", 10_000_000_000);
      response.setHeader("content-encoding", "gzip");
      const more = (): void => void response.write(Buffer.alloc(65_536, "x"));
      response.on("drain", more);
      more();
    });
    await using egress = openEgress("127.0.0.1:*");
    const options = { maxBodyBytes: 1000, cutsBody: true };
    const long = await egress.get(server.origin, options);
    expect([long.status, textOf(long)]).toEqual([200, "x".repeat(1000)]);
    expect(textOf(await egress.get(`${server.origin}/short`, options))).toBe("ok");
  });

  it.each([
    ["identity", (body: Buffer) => body],
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", compressBrotli],
    ["zstd", zstdCompressSync],
    ["gzip, br", (body: Buffer) => compressBrotli(gzipSync(body))],
  ])("of many megabytes arrive complete, encoded as %s", async (coding, encode) => {
    const body = Buffer.concat([randomBytes(4 * 1024 * 1024), Buffer.alloc(4 * 1024 * 1024)]);
    await using server = await startServer((_request, response) => {
      response.setHeader("content-encoding", coding).end(encode(body));
    });
    await using egress = openEgress("127.0.0.1:*");
    const response = await egress.get(server.origin);
    expect(Buffer.compare(response.body, body)).toBe(0);
    expect(response.elapsedMs).toBeGreaterThan(0);
  });
});

function compressBrotli(body: Buffer): Buffer {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } });
}
