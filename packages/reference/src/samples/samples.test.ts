import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { planReference } from "../plan/plan-reference.ts";
import { hostileTexts } from "../testing/hostile-texts.ts";
import { withOperation } from "../testing/render.ts";
import { curl } from "./languages/curl.ts";
import { javascriptFetch } from "./languages/fetch.ts";
import { go } from "./languages/go.ts";
import { java } from "./languages/java.ts";
import { python } from "./languages/python.ts";
import { makeTryTemplate } from "./make-try-template.ts";
import { makeRequest } from "./make-request.ts";
import type { SampleRequest } from "./sample.types.ts";

/** Every hostile text as a body, and as a header if it is valid there. */
const requests: readonly SampleRequest[] = hostileTexts.map((text) => ({
  method: "POST",
  url: "https://api.test/v1?q=%27&r=$(id)",
  headers: [["X-Text", text.replaceAll(/[^ -~]/g, "?")]],
  body: { kind: "text", text },
}));

/** The part of a text that a language can represent: without NUL and half of a surrogate pair. */
const held = (text: string): string => text.toWellFormed().replaceAll("\0", "\ufffd");

const bodyOf = ({ body }: SampleRequest): string => (body?.kind === "text" ? body.text : "");

describe("samples", () => {
  it("in curl are words of the shell as they were given", () => {
    const show = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; printf 'end\\0'; }\n`;
    const script = show + requests.map((request) => curl.write(request)).join("\n");
    const words = execFileSync("sh", ["-s"], { input: script, encoding: "utf8" }).split("\0");
    const expected = requests.flatMap((request) => [
      "--globoff",
      "--url",
      request.url,
      "--header",
      `X-Text: ${request.headers[0]?.[1]}`,
      "--data-raw",
      held(bodyOf(request)),
      "end",
    ]);
    expect(words.slice(0, -1)).toEqual(expected);
  });

  it("in JavaScript call fetch with the given values", async () => {
    const Run = (async () => {}).constructor as new (
      ...text: string[]
    ) => (...given: unknown[]) => Promise<void>;
    for (const request of requests) {
      const calls: unknown[] = [];
      const fetch = (...call: unknown[]) => {
        calls.push(call);
        return { status: 200, text: () => "" };
      };
      await new Run("fetch", "console", javascriptFetch.write(request))(fetch, { log: () => {} });
      const headers = Object.fromEntries(request.headers) as object;
      expect(calls).toEqual([
        [request.url, { method: "POST", headers, body: held(bodyOf(request)) }],
      ]);
    }
  });

  it("in Python call requests with the given values", () => {
    const program = `
import json, sys, types
calls = []
class Answer:
    status_code = 200
    text = ""
def request(*given, **named):
    calls.append([list(given), named["headers"], named["data"].decode()])
    return Answer()
stub = types.ModuleType("requests")
stub.request = request
sys.modules["requests"] = stub
for source in json.load(sys.stdin):
    exec(compile(source, "sample", "exec"), {"print": lambda *given: None})
print(json.dumps(calls))
`;
    const input = JSON.stringify(requests.map((request) => python.write(request)));
    const calls = JSON.parse(
      execFileSync("python3", ["-c", program], { input, encoding: "utf8" }),
    ) as unknown;
    expect(calls).toEqual(
      requests.map((request) => [
        ["POST", request.url],
        Object.fromEntries(request.headers),
        held(bodyOf(request)),
      ]),
    );
  });

  it("in Go and Java hold only literals that those languages have", () => {
    for (const request of requests) {
      const literal = /strings\.NewReader\((".*")\)$/m.exec(go.write(request))?.[1] ?? "";
      // Go's escapes are those of JSON here; Go allows neither half of a surrogate pair nor a byte
      // order mark (spec, String literals).
      expect(JSON.parse(literal)).toBe(held(bodyOf(request)));
      expect(literal).not.toMatch(/\\ud[89a-f]|\ufeff|\p{Cc}/iu);
      const source = /ofString\((".*")\)\)$/m.exec(java.write(request))?.[1] ?? "";
      expect(readJava(source)).toBe(held(bodyOf(request)));
    }
  });

  it("show parameters in their styles, credentials as words, and the first content", () => {
    const list = { type: "array", items: { type: "string" } };
    const parameter = (name: string, location: string, rest: object) => ({
      name,
      in: location,
      required: true,
      schema: list,
      example: ["a b", "c&d"],
      ...rest,
    });
    const document = withOperation(
      {
        parameters: [
          parameter("plain", "query", {}),
          parameter("piped", "query", { style: "pipeDelimited", explode: false }),
          { name: "deep", in: "query", required: true, style: "deepObject", example: { k: "v" } },
          parameter("X-List", "header", {}),
          parameter("sid", "cookie", { explode: false }),
          parameter("bad\nname", "header", {}),
          { name: "optional", in: "query", schema: { type: "string" } },
        ],
        security: [{ key: [], cookie: [], bearer: [] }],
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                properties: { a: { type: "string" }, f: { type: "string", format: "binary" } },
              },
            },
          },
        },
        responses: { 200: { content: { "text/csv": {} } } },
      },
      {
        components: {
          securitySchemes: {
            key: { type: "apiKey", in: "query", name: "api key" },
            cookie: { type: "apiKey", in: "cookie", name: "session" },
            bearer: { type: "http", scheme: "bearer" },
          },
        },
      },
    );
    const plan = planReference(document);
    const [entry] = plan.operations;
    expect(entry === undefined ? null : makeRequest(plan, entry)).toEqual({
      method: "GET",
      url: "https://api.test/v1/things?plain=a%20b&plain=c%26d&piped=a%20b%7Cc%26d&deep%5Bk%5D=v&api%20key=YOUR_KEY",
      headers: [
        ["Accept", "text/csv"],
        ["Cookie", "session=YOUR_KEY; sid=a%20b,c&d"],
        ["Authorization", "Bearer YOUR_TOKEN"],
        ["X-List", "a b,c&d"],
      ],
      body: {
        kind: "parts",
        parts: [
          { name: "a", value: "string", isFile: false },
          { name: "f", value: "string", isFile: true },
        ],
      },
    });
  });

  it("offer all choices, and one of several security alternatives", () => {
    const state = { enum: ["open", null, "done"] };
    const document = withOperation(
      {
        parameters: [
          { name: "state", in: "query", schema: state },
          {
            name: "states",
            in: "query",
            schema: { type: "array", items: { $ref: "#/components/schemas/State" } },
          },
          { name: "dry", in: "query", required: true, schema: { type: ["boolean", "null"] } },
          { name: "size", in: "query", schema: { enum: [1, 2.5] } },
          { name: "free", in: "query", schema: { type: "string" } },
        ],
        security: [{ key: [], token: [] }, { user: [] }, {}],
        responses: {},
      },
      {
        components: {
          schemas: { State: state },
          securitySchemes: {
            key: { type: "apiKey", in: "query", name: "k" },
            token: { type: "oauth2", flows: {} },
            user: { type: "http", scheme: "Basic" },
          },
        },
      },
    );
    const plan = planReference(document);
    const [entry] = plan.operations;
    if (entry === undefined) throw new Error("There is no operation.");
    const { parameters, auth } = makeTryTemplate(plan, entry, null);
    expect(parameters.map(({ choices, many }) => [choices, many])).toEqual([
      [["open", "done"], undefined],
      [["open", "done"], true],
      [["true", "false"], undefined],
      [["1", "2.5"], undefined],
      [undefined, undefined],
    ]);
    expect(auth).toEqual([
      [
        { name: "key", kind: "key", in: "query", key: "k" },
        { name: "token", kind: "bearer", in: "header", key: "Authorization" },
      ],
      [{ name: "user", kind: "basic", in: "header", key: "Authorization" }],
      [],
    ]);
  });

  it.each([
    ["/v2", "https://docs.test/api/openapi.json", "https://docs.test/v2/things"],
    ["v2/", "https://docs.test/api/openapi.json", "https://docs.test/api/v2/things"],
    ["javascript:alert(1)", undefined, "https://api.example.com/things"],
    ["https://{region}.test/{$&}", undefined, "https://eu.test/%7B$&%7D/things"],
  ])("call the server %s of the document at %s", (url, documentUrl, expected) => {
    const servers = [{ url, variables: { region: { default: "eu" } } }];
    const plan = planReference(
      withOperation({ responses: {} }, { servers }),
      documentUrl === undefined ? {} : { documentUrl },
    );
    const [entry] = plan.operations;
    expect(entry === undefined ? null : makeRequest(plan, entry).url).toBe(expected);
  });

  it.each([
    ".evil.test/y",
    "@evil.test/y",
    ":81/y",
    "\\evil.test",
    "//evil.test/{id}",
    "/a?b#{id}",
  ])("and the form call the shown server alone for the path %s", (route) => {
    const id = { name: "id", in: "path", required: true, schema: {}, example: "1" };
    const plan = planReference({
      openapi: "3.1.0",
      info: { title: "Things", version: "1" },
      servers: [{ url: "https://api.good.test" }],
      paths: { [route]: { get: { parameters: [id], responses: {} } } },
    });
    const [entry] = plan.operations;
    if (entry === undefined) throw new Error("There is no operation.");
    const { route: written, servers } = makeTryTemplate(plan, entry, null);
    const called = `${servers[0]}${written.replaceAll("{id}", "1")}`;
    expect(called).toBe(makeRequest(plan, entry).url);
    expect(new URL(called).origin).toBe("https://api.good.test");
  });
});

/**
 * Reads a string literal of Java in its two steps: first `\u` after an even number of backslashes.
 */
function readJava(source: string): string {
  const text = source.replaceAll(
    /(?<!\\)((?:\\\\)*)\\u+([0-9a-f]{4})/gi,
    (_, before: string, hex: string) => before + String.fromCharCode(Number.parseInt(hex, 16)),
  );
  if (/[\r\n]/.test(text) || !/^"(?:[^"\\]|\\[btnfr"'\\]|\\[0-3]?[0-7]{1,2})*"$/su.test(text))
    return `no literal: ${source}`;
  const names: Readonly<Record<string, string>> = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r" };
  return text
    .slice(1, -1)
    .replaceAll(/\\([0-3]?[0-7]{1,2}|.)/g, (_, found: string) =>
      /^[0-7]/.test(found)
        ? String.fromCharCode(Number.parseInt(found, 8))
        : (names[found] ?? found),
    );
}
