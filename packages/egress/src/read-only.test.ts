import { gzipSync } from "node:zlib";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { EgressRequest } from "./egress.types.ts";
import { openEgress } from "./testing/open-egress.ts";
import { startServer } from "./testing/start-server.ts";

const echo = (response: { end(text: string): unknown }) => response.end("ok");

const overrideHeaders = [
  "X-HTTP-Method-Override",
  "x-http-method-override",
  "X-HTTP-METHOD",
  "X-Method-Override",
  "X_HTTP_Method_Override",
];
const unsafeMethods = ["POST", "PUT", "PATCH", "DELETE", "MERGE", "delete", "TRACE", "PROPFIND"];
const safeMethods = ["GET", "HEAD", "OPTIONS", "QUERY", "get", "query"];

const form = (body: string): Partial<EgressRequest> => ({ method: "QUERY", body });

const blocked: readonly (readonly [string, string, Partial<EgressRequest>])[] = [
  ["a query field", "/?_method=DELETE", {}],
  ["a query field among others", "/?a=1&_method=delete&b=2", {}],
  ["an encoded query field", "/?%5Fmethod=DEL%45TE", {}],
  ["a query field behind a semicolon", "/?a=1;_method=PUT", {}],
  ["a repeated query field", "/?_method=GET&_method=POST", {}],
  ["a query field with a list", "/?_method=GET,POST", {}],
  ["a query field in brackets", "/?_method[]=POST", {}],
  ["a query field that PHP renames", "/?.method=POST", {}],
  ["a query field in capitals", "/?_METHOD=POST", {}],
  ["a form field", "/", form("a=1&_method=DELETE")],
  ["a form field as bytes", "/", form("_method=DELETE")],
  ["a JSON member", "/", form('{"a":1,"_method":"DELETE"}')],
  ["an escaped JSON member", "/", form(String.raw`{"\u005fmethod":"\u0044ELETE"}`)],
  ["a repeated JSON member", "/", form('{"_method":"DELETE","_method":"GET"}')],
  ["a JSON member that is a list", "/", form('{"_method":["DELETE"]}')],
  [
    "a JSON member in UTF-16",
    "/",
    { method: "QUERY", body: Buffer.from('{"_method":"PUT"}', "utf16le") },
  ],
  ["broken JSON", "/", form('{"_method":"DELETE",')],
  [
    "a multipart field",
    "/",
    form('--x\r\nContent-Disposition: form-data; name="_method"\r\n\r\nDELETE\r\n--x--\r\n'),
  ],
  [
    "a multipart field whose head is folded",
    "/",
    form("--x\nContent-Disposition: form-data;\n name=_method\nX: y\n\nDELETE\n--x--\n"),
  ],
  [
    "a body that cannot be read",
    "/",
    { method: "QUERY", body: gzipSync("_method=DELETE"), headers: [["Content-Encoding", "gzip"]] },
  ],
  ["a body of GET", "/", { method: "GET", body: "_method=DELETE" }],
];

const passing: readonly (readonly [string, string, Partial<EgressRequest>])[] = [
  ["a safe query field", "/?_method=GET", {}],
  ["an empty query field", "/?_method=", {}],
  ["another field", "/?payment_method=POST&method=DELETE", {}],
  ["a nested JSON member", "/", form('{"a":{"_method":"DELETE"}}')],
  ["a JSON text", "/", form('{"a":"_method","b":"DELETE"}')],
  ["a JSON null", "/", form('{"_method":null}')],
  ["a JSON list", "/", form('[{"_method":"DELETE"}]')],
  [
    "a preflight",
    "/",
    { method: "OPTIONS", headers: [["Access-Control-Request-Method", "DELETE"]] },
  ],
  ["a safe override", "/", { headers: [["X-HTTP-Method-Override", "GET, HEAD"]] }],
];

describe("read-only mode", () => {
  it("sends only GET, HEAD, OPTIONS and QUERY", async () => {
    await using server = await startServer((_request, response) => echo(response));
    await using egress = openEgress("127.0.0.1:*");
    for (const method of [...unsafeMethods, "", "GET /", "X"].filter((one) => one !== "")) {
      const code = await egress.refuseCode(server.origin, { method, isReadOnly: true });
      expect(code).toBe("READ_ONLY_BLOCKED");
    }
    expect(server.connections.count).toBe(0);
    for (const method of safeMethods) {
      const response = await egress.get(server.origin, { method, isReadOnly: true });
      expect(response.status).toBe(200);
    }
    expect(server.requests).toHaveLength(safeMethods.length);
  });

  it("checks each method that an override header names", async () => {
    await using server = await startServer((_request, response) => echo(response));
    await using egress = openEgress("127.0.0.1:*");
    let sent = 0;
    for (const name of overrideHeaders) {
      for (const method of ["GET", "QUERY"]) {
        for (const value of unsafeMethods.flatMap((one) => [one, `GET, ${one}`, `${one},GET`])) {
          const more = { method, headers: [[name, value]], isReadOnly: true } as const;
          expect(await egress.refuseCode(server.origin, more)).toBe("READ_ONLY_BLOCKED");
        }
        for (const value of safeMethods) {
          await egress.get(server.origin, { method, headers: [[name, value]], isReadOnly: true });
          sent += 1;
        }
      }
    }
    expect(server.requests).toHaveLength(sent);
  });

  it("checks a repeated header", async () => {
    await using egress = openEgress("127.0.0.1:*");
    const headers = [
      ["X-HTTP-Method-Override", "GET"],
      ["x-http-method-override", "DELETE"],
    ] as const;
    const code = await egress.refuseCode("http://127.0.0.1:4010/", { headers, isReadOnly: true });
    expect(code).toBe("READ_ONLY_BLOCKED");
  });

  it.each(blocked)("refuses a method in %s", async (_name, path, more) => {
    await using server = await startServer((_request, response) => echo(response));
    await using egress = openEgress("127.0.0.1:*");
    const code = await egress.refuseCode(`${server.origin}${path}`, { ...more, isReadOnly: true });
    expect(code).toBe("READ_ONLY_BLOCKED");
    expect(server.connections.count).toBe(0);
    expect((await egress.get(`${server.origin}${path}`, more)).status).toBe(200);
  });

  it.each(passing)("sends %s", async (_name, path, more) => {
    await using server = await startServer((_request, response) => echo(response));
    await using egress = openEgress("127.0.0.1:*");
    await egress.get(`${server.origin}${path}`, { ...more, isReadOnly: true });
    expect(server.requests).toHaveLength(1);
  });

  it("checks the address of each redirect", async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(307, { location: "/target?_method=DELETE" }).end();
    });
    await using egress = openEgress("127.0.0.1:*");
    const error = await egress.refuse(`${server.origin}/start`, { isReadOnly: true });
    expect(error.code).toBe("READ_ONLY_BLOCKED");
    expect(server.requests.map(({ url }) => url)).toEqual(["/start"]);
  });

  it("refuses a method in every JSON object whatever surrounds it", async () => {
    await using egress = openEgress("127.0.0.1:*");
    const others = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(others, others, async (before, after) => {
        const body = JSON.stringify({ ...before, _method: "DELETE", ...after });
        const isOverwritten = "_method" in after;
        const more = { method: "QUERY", body, isReadOnly: true };
        const code = await egress.refuseCode("http://127.0.0.1:1/", more);
        expect(isOverwritten || code === "READ_ONLY_BLOCKED").toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it("reads a long hostile body in little time", async () => {
    await using egress = openEgress("127.0.0.1:*");
    for (const piece of ['\\"', '"a', "{", "[", "&", "\nContent-Disposition: name=_method"]) {
      const body = `"${piece.repeat(400_000)}&_method=DELETE`;
      const more = { method: "QUERY", body, isReadOnly: true };
      const error = await egress.refuse("http://127.0.0.1:1/", more);
      expect(error).toMatchObject({ code: "READ_ONLY_BLOCKED" });
    }
  });
});
