import type { RunReport } from "@lintel/contract/shapes/test-run";
import { describe, expect, it } from "vitest";
import type { SuiteCase } from "../plan/plan.types.ts";
import { reportTable } from "../reports/report-table.generated.ts";
import { idOf, makeCase, makeEnvironment, makeSuite } from "../testing/factories.ts";
import { type FinishedRun, runSuite } from "../testing/run-suite.ts";
import { serve } from "../testing/sample-server.ts";

const canary = `c4nary/"&+ ü-0123456789`;
const whole = [
  canary,
  encodeURIComponent(canary),
  JSON.stringify(canary),
  Buffer.from(canary).toString("base64"),
  Buffer.from(`user:${canary}`).toString("base64"),
];
/** Texts of which no report may contain even a part. */
const parts = ["c4nary", "LTAxMjM0NTY3", "wMTIzNDU2", "c4%2F", "-0123456789"];
const get = (url: string, more: Partial<SuiteCase["request"]> = {}) => ({
  request: { method: "GET" as const, url, ...more },
});

function expectClean(run: FinishedRun): void {
  const { core, results } = run;
  const report: RunReport = { ...core, testRunId: idOf("run"), results: [...results] };
  const texts = Object.values(reportTable).map((one) => one.render(report));
  for (const text of [...texts, JSON.stringify(report)]) {
    const found = parts.filter((part) => text.includes(part));
    const places = found.map((part) =>
      text.slice(Math.max(0, text.indexOf(part) - 60)).slice(0, 120),
    );
    expect(places).toEqual([]);
  }
}

const withSecret = (origin: string, more = {}) =>
  makeEnvironment(origin, { variables: [{ name: "key", value: canary, isSecret: true }], ...more });

describe("secrets", () => {
  it("reach their own origins in every part of a request, but no report", async () => {
    await using own = await serve({
      "/": (request) => ({
        status: 400,
        headers: { "x-echo": encodeURIComponent(request.url), "set-cookie": "sid=some-session-id" },
        body: `${request.url}\n${JSON.stringify(request.headers)}\n${request.body}\n${whole.join(" ")}`,
      }),
    });
    const failing = [
      { source: "body", operator: "equals", expected: "x" },
      { source: "body", operator: "matches", expected: "^nothing$" },
      { source: "header", name: "x-echo", operator: "isEmpty" },
      { source: "header", name: "set-cookie", operator: "isEmpty" },
    ] as const;
    const requests: [string, Partial<SuiteCase["request"]>][] = [
      ["query", { query: { a: "{{key}}" } }],
      ["header", { headers: { "x-own": "b64 {{key}}" } }],
      ["basic", { auth: { type: "basic", username: "user", password: "{{key}}" } }],
      ["bearer", { auth: { type: "bearer", token: "{{copy}}" } }],
      ["key", { auth: { type: "apiKey", in: "query", name: "k", value: "{{key}}" } }],
      ["json", { method: "POST", body: { type: "json", value: { "{{key}}": ["{{key}}"] } } }],
      ["form", { method: "POST", body: { type: "form", fields: { x: "{{key}}" } } }],
      ["text", { method: "POST", body: { type: "text", text: "{{key}}".repeat(700) } }],
    ];
    const cases = requests.map(([name, more]) =>
      makeCase(name, {
        ...get("/", more),
        assertions: [...failing],
        extractions: [
          { name: "whole", source: "body" },
          { name: "echo", source: "header", header: "x-echo" },
        ],
      }),
    );
    const suite = makeSuite(cases, { variables: { copy: "{{key}}" } });
    const run = await runSuite(suite, withSecret(own.origin));
    expect(run.results.map(({ verdict }) => verdict)).toEqual(requests.map(() => "failed"));
    expect(own.requests.length).toBe(requests.length);
    expect(new URL(own.requests[0]?.url ?? "", own.origin).searchParams.get("a")).toBe(canary);
    expect(JSON.stringify(run)).not.toContain("some-session-id");
    expectClean(run);
  });

  it("are never sent to another origin, in any way", async () => {
    await using other = await serve({ "/": () => ({}) });
    await using own = await serve({
      "/echo": (request) => ({ body: { all: request.headers["x-key"] } }),
      "/302": () => ({ status: 302, headers: { location: other.origin } }),
      "/307": () => ({ status: 307, headers: { location: other.origin } }),
      "/leak": () => ({
        status: 302,
        headers: { location: `${other.origin}/?k=${encodeURIComponent(canary)}` },
      }),
    });
    const post = (url: string): SuiteCase["request"] => ({
      method: "POST",
      url,
      body: { type: "text", text: "{{key}}" },
    });
    const suite = makeSuite(
      [
        makeCase("address", get(`${other.origin}/?{{key}}`)),
        makeCase("header", get(other.origin, { headers: { "x-key": "{{copy}}" } })),
        makeCase("body", { request: post(other.origin) }),
        makeCase("auth", get(other.origin, { auth: { type: "bearer", token: "{{key}}" } })),
        makeCase(
          "oauth",
          get(other.origin, { auth: { type: "oauth2", clientId: "a", clientSecret: "{{key}}" } }),
        ),
        makeCase("redirect", get("/302", { headers: { "x-key": "{{key}}" } })),
        makeCase("redirected body", { request: post("/307") }),
        makeCase("extract", {
          ...get("/echo", { headers: { "x-key": "{{plain}}" } }),
          extractions: [{ name: "stolen", source: "jsonPath", path: "$.all" }],
        }),
        makeCase("extracted", get(other.origin, { query: { q: "{{stolen}}" } })),
        makeCase(
          "encoded",
          get(other.origin, { headers: { "x-key": Buffer.from(canary).toString("base64") } }),
        ),
        makeCase("leaked by the server", get("/leak")),
      ],
      { variables: { copy: "Bearer {{key}}", plain: encodeURIComponent(canary) } },
    );
    const run = await runSuite(
      suite,
      withSecret(own.origin, { oauthTokenUrl: `${own.origin}/token` }),
    );
    expect(other.requests).toEqual([]);
    for (const result of run.results) {
      expect([result.name, result.verdict]).toEqual([
        result.name,
        result.name === "extract" ? "passed" : "error",
      ]);
    }
    expect(run.find("header").message).toBe(
      `the secret {{key}} was not sent: ${other.origin} is not an origin of the environment`,
    );
    expectClean(run);
  });

  it("are never sent with a Host header that names another site", async () => {
    await using own = await serve({ "/": () => ({}) });
    const host = (value: string | string[], more: Record<string, string> = {}) =>
      get("/", { headers: { host: value, "x-key": "{{key}}", ...more } });
    const apiKey = { type: "apiKey", in: "header", name: "Host", value: "{{key}}" } as const;
    const suite = makeSuite(
      [
        makeCase("other site", host("evil.example")),
        makeCase(
          "other case",
          get("/", { headers: { HOST: "evil.example", "x-key": "{{copy}}" } }),
        ),
        makeCase("other port", host("127.0.0.1:1")),
        makeCase("no host", host("evil.example/")),
        makeCase("user name", host(`${new URL(own.origin).host}@evil.example`)),
        makeCase("two", host([new URL(own.origin).host, "evil.example"])),
        makeCase("by value", get("/", { headers: { host: "evil.example", "x-key": canary } })),
        makeCase("as credential", get("/", { auth: apiKey })),
      ],
      { variables: { copy: "Bearer {{key}}" } },
    );
    const run = await runSuite(suite, withSecret(own.origin));
    expect(own.requests).toEqual([]);
    expect(new Set(run.verdicts.map((one) => one.split(" ").at(-1)))).toEqual(new Set(["error"]));
    expect(run.find("other site").message).toBe(
      "the secret {{key}} was not sent: http://evil.example is not an origin of the environment",
    );
  });

  it("are sent with a Host header that names an origin of the environment", async () => {
    await using own = await serve({ "/": () => ({}) });
    const environment = withSecret(own.origin, { secretOrigins: ["http://shop.example"] });
    const suite = makeSuite([
      makeCase("own", get("/", { headers: { host: "Shop.example", "x-key": "{{key}}" } })),
      makeCase("without", get("/", { headers: { host: "evil.example" } })),
    ]);
    const authOverride = { type: "bearer", token: "{{key}}" } as const;
    const run = await runSuite(suite, environment, { authOverride });
    expect(run.verdicts).toEqual(["own passed", "without passed"]);
    const seen = own.requests.map(({ headers }) => [headers["host"], headers["authorization"]]);
    expect(seen).toEqual([
      ["Shop.example", `Bearer ${Buffer.from(canary).toString("latin1")}`],
      ["evil.example", undefined],
    ]);
  });

  it("reach the additional origins of the environment, also by redirect", async () => {
    await using second = await serve({ "/": () => ({}) });
    await using own = await serve({
      "/go": () => ({ status: 307, headers: { location: second.origin } }),
    });
    const environment = withSecret(own.origin, { secretOrigins: [second.origin] });
    const request = {
      method: "POST",
      url: "/go",
      body: { type: "text", text: "{{key}}" },
    } as const;
    const run = await runSuite(makeSuite([makeCase("a", { request })]), environment);
    expect(run.core.allPassed).toBe(true);
    expect(second.requests[0]?.body).toBe(canary);
    expectClean(run);
  });

  it("are used unchanged, including braces", async () => {
    await using own = await serve({ "/": () => ({}) });
    const variables = [{ name: "key", value: "a{{b}}{{", isSecret: true }];
    const suite = makeSuite([makeCase("a", get("/", { headers: { "x-key": "{{key}}" } }))]);
    await runSuite(suite, makeEnvironment(own.origin, { variables }));
    expect(own.requests[0]?.headers["x-key"]).toBe("a{{b}}{{");
  });

  it("never appear in the report of a server's answer", async () => {
    await using other = await serve({ "/": () => ({ body: { id: "{{key}}" } }) });
    await using own = await serve({ "/": () => ({}) });
    const suite = makeSuite([
      makeCase("lure", {
        ...get(other.origin),
        extractions: [{ name: "id", source: "jsonPath", path: "$.id" }],
      }),
      makeCase("use", get(other.origin, { query: { q: "{{id}}" } })),
    ]);
    const run = await runSuite(suite, withSecret(own.origin));
    expect(run.core.allPassed).toBe(true);
    expect(other.requests.at(-1)?.url).toBe("/?q=%7B%7Bkey%7D%7D");
  });

  it("of later cases are masked as soon as they are extracted", async () => {
    await using own = await serve({
      "/login": () => ({
        body: { accessToken: "t0ken-abcdef", pin: "pin-7788", visible: "open-value" },
      }),
      "/me": (request) => ({
        body: { heard: JSON.stringify(request.headers), also: "open-value" },
      }),
    });
    const suite = makeSuite([
      makeCase("log in", {
        ...get("/login"),
        assertions: [{ source: "body", operator: "isEmpty" }],
        extractions: [
          { name: "accessToken", source: "jsonPath", path: "$.accessToken" },
          { name: "pin", source: "jsonPath", path: "$.pin", isSecret: true },
          { name: "visible", source: "jsonPath", path: "$.visible" },
        ],
      }),
      makeCase("me", {
        ...get("/me", {
          auth: { type: "bearer", token: "{{accessToken}}" },
          headers: { "x-pin": "{{pin}}" },
        }),
        assertions: [{ source: "body", operator: "isEmpty" }],
      }),
    ]);
    const run = await runSuite(suite, makeEnvironment(own.origin));
    expect(own.requests[1]?.headers).toMatchObject({
      authorization: "Bearer t0ken-abcdef",
      "x-pin": "pin-7788",
    });
    const text = JSON.stringify(run);
    expect(text).not.toMatch(/t0ken-abcdef|pin-7788/);
    expect(text).toContain("open-value");
    expect(run.find("log in").extracted).toEqual({
      accessToken: "•••",
      pin: "•••",
      visible: "open-value",
    });
  });

  it("given with a run under the name of a credential are masked too", async () => {
    await using own = await serve({ "/": (request) => ({ body: request.url }) });
    const suite = makeSuite([makeCase("a", get("/?q={{ciToken}}"))]);
    const run = await runSuite(suite, makeEnvironment(own.origin), {
      variables: { ciToken: "given-by-ci" },
    });
    expect(own.requests[0]?.url).toBe("/?q=given-by-ci");
    expect(JSON.stringify(run)).not.toContain("given-by-ci");
  });
});
