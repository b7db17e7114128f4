import { expect, it } from "vitest";
import type { RecordedSources } from "./read-surface.ts";
import { scanTarget } from "./testing/scan-target.ts";
import { writeDocument } from "./testing/write-document.ts";

const text = { type: "string" };
const responses = { 200: { description: "Done." } };
const content = (schema: object) => ({ "application/json": { schema } });
const login = { type: "object", properties: { user: text, password: text } };
const document = writeDocument({
  "/codes/{code}": {
    get: {
      parameters: [
        { name: "code", in: "path", required: true, schema: text },
        { name: "on", in: "query", required: true, schema: text },
      ],
      responses,
    },
  },
  "/quotes/search": {
    post: {
      requestBody: {
        content: content({ type: "object", required: ["code"], properties: { code: text } }),
      },
      responses,
    },
  },
  "/login": { post: { security: [], requestBody: { content: content(login) }, responses } },
});

const har = (...entries: object[]): RecordedSources => ({
  har: { text: JSON.stringify({ log: { version: "1.2", entries } }), basePath: "/v1" },
});
const entry = (method: string, url: string, status: number, body?: object) => ({
  request: {
    method,
    url,
    headers: [{ name: "Authorization", value: "Bearer of-somebody" }],
    ...(body && { postData: { mimeType: "application/json", text: JSON.stringify(body) } }),
  },
  response: { status },
});

const deep = "[".repeat(5000) + "]".repeat(5000);
const fromHar = har(
  {
    request: {
      method: "POST",
      url: "https://api.example.com/v1/quotes/search",
      postData: { mimeType: "application/json", text: `{"code":${deep}}` },
    },
    response: { status: 200 },
  },
  entry("GET", "https://api.example.com/v1/codes/unknown?on=never", 404),
  entry("GET", "https://api.example.com/v1/codes/K-4711?on=monday", 200),
  entry("POST", "https://api.example.com/v1/quotes/search", 200, { code: "K-4711" }),
  entry("POST", "https://api.example.com/v1/login", 200, { user: "x", password: "p-of-person" }),
);

const fromSuite: RecordedSources = {
  suite: {
    variables: { code: "K-4711" },
    cases: [
      {
        request: { method: "GET", url: "/codes/none", query: { on: "x" } },
        assertions: [{ source: "status", operator: "equals", expected: 404 }],
      },
      { request: { method: "GET", url: "/codes/{{made}}", query: { on: "monday" } } },
      { request: { method: "GET", url: "/codes/{{code}}", query: { on: "monday" } } },
      {
        request: {
          method: "POST",
          url: "/quotes/search",
          body: { type: "json", value: { code: "{{code}}" } },
        },
      },
    ],
  },
};

async function scan(recorded: RecordedSources) {
  const bodies: string[] = [];
  const result = await scanTarget(
    (request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        bodies.push(body + JSON.stringify(request.headers));
        const isKnown =
          request.url === "/codes/K-4711?on=monday" ||
          (request.url === "/quotes/search" && body === '{"code":"K-4711"}');
        const isCaller = request.headers.authorization?.startsWith("Bearer token-of-") === true;
        response
          .writeHead(isCaller ? (isKnown ? 200 : 404) : 401, { "content-type": "application/json" })
          .end(JSON.stringify({ price: 17 }));
      });
    },
    { document, scannerIds: ["authentication", "authentication-writing"], recorded },
  );
  const passed = result.checks.filter(({ state }) => state === "passed");
  return { passed: passed.map(({ operation }) => operation), sent: bodies.join("\n") };
}

it("makes requests work with the values of real traffic, and takes over no credential", async () => {
  const { passed, sent } = await scan(fromHar);
  expect(passed).toEqual(["GET /codes/{code}", "POST /quotes/search"]);
  expect(sent).not.toContain("of-somebody");
  expect(sent).not.toContain("p-of-person");
});

it("makes requests work with the cases of a suite", async () => {
  expect((await scan(fromSuite)).passed).toEqual(["GET /codes/{code}", "POST /quotes/search"]);
});

it("needs them, and says what is no archive", async () => {
  expect((await scan({})).passed).toEqual([]);
  await expect(scan({ har: { text: "{}", basePath: "" } })).rejects.toThrow("HTTP Archive");
});
