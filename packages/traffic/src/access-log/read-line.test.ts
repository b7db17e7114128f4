import { describe, expect, it } from "vitest";
import { guessFormat, readLine } from "./read-line.ts";

const at = Date.parse("2026-11-20T13:55:36Z");
const read = (line: string, field?: string) => readLine(line, guessFormat(line), field);

describe("a line of an access log", () => {
  it.each([
    [
      '203.0.113.9 - - [20/Nov/2026:13:55:36 +0000] "GET /pets/7?a=1 HTTP/1.1" 200 12 "-" "curl/8"',
      { method: "GET", target: "/pets/7?a=1", at, consumer: null, isScan: false },
    ],
    [
      '::1 - olive [20/Nov/2026:15:55:36 +0200] "DELETE /a\\"b HTTP/2.0" 410 0',
      { method: "DELETE", target: '/a\\"b', at, consumer: "olive", isScan: false },
    ],
    [
      '{"time_iso8601":"2026-11-20T13:55:36+00:00","request_method":"GET","request_uri":"/x","remote_user":""}',
      { method: "GET", target: "/x", at, consumer: null, isScan: false },
    ],
    [
      `{"ts":${at / 1000}.0,"request":{"method":"POST","uri":"/x","headers":{}},"user":"u"}`,
      { method: "POST", target: "/x", at, consumer: "u", isScan: false },
    ],
    [
      '{"time":"2026-11-20T13:55:36Z","request":"GET https://api.example.com/x?y HTTP/1.1"}',
      { method: "GET", target: "/x?y", at, consumer: null, isScan: false },
    ],
  ])("%s", (line, expected) => expect(read(line)).toEqual(expected));

  it.each([
    '1 - - [20/Nov/2026:13:55:36 +0000] "GET /x HTTP/1.1" 200 12 "-" "lintel-scan/0.1.0"',
    '1 - - [20/Nov/2026:13:55:36 +0000] "GET /\\"x HTTP/1.1" 200 - "a\\"b" "lintel-scan/2" "more"',
    '{"time":"2026-11-20T13:55:36Z","request":"GET /x HTTP/1.1","http_user_agent":"lintel-scan/1"}',
    '{"time":"2026-11-20T13:55:36Z","request":"GET /x HTTP/1.1","http_x_svc_scan":"local-1"}',
    '{"ts":1779285336,"request":{"method":"GET","uri":"/x","headers":{"User-Agent":["lintel-scan/1"]}}}',
  ])("is a scan's: %s", (line) => expect(read(line)).toMatchObject({ isScan: true }));

  it.each([
    '1 - - [20/Nov/2026:13:55:36 +0000] "GET /x HTTP/1.1" 200 12 "lintel-scan/1" "curl/8"',
    '1 - - [20/Nov/2026:13:55:36 +0000] "GET /x HTTP/1.1" 200 12 "-" "not lintel-scan/1"',
    '{"time":"2026-11-20T13:55:36Z","request":"GET /x HTTP/1.1","http_x_svc_scan":"-"}',
  ])("is no scan's: %s", (line) => expect(read(line)).toMatchObject({ isScan: false }));

  it("names the caller by a chosen member", () => {
    const line =
      '{"time":"2026-11-20T13:55:36Z","request":"GET / HTTP/1.1","jwt":{"azp":"partner"}}';
    expect(read(line, "jwt.azp")).toMatchObject({ consumer: "partner" });
  });

  it.each([
    "",
    "-",
    "{",
    "null",
    '{"a":1}',
    '1 - - [20/Nov/2026:13:55:36 +0000] "\\x16\\x03" 400 0',
    '1 - - [99/Foo/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 1',
    '{"time":"2026-11-20T13:55:36","request":"GET / HTTP/1.1"}',
  ])("%j is no call", (line) => expect(read(line)).toBeNull());
});
