import { describe, expect, it } from "vitest";
import type { SuiteCase } from "../plan/plan.types.ts";
import { makeCase, makeEnvironment, makeSuite } from "../testing/factories.ts";
import { runSuite } from "../testing/run-suite.ts";
import { serve } from "../testing/sample-server.ts";

const safe = ["GET", "HEAD", "OPTIONS", "QUERY"];
const message = "blocked: read-only environment";
type Request = SuiteCase["request"];

const writes: [string, Request][] = [
  ...(["POST", "PUT", "PATCH", "DELETE", "TRACE"] as const).map((method): [string, Request] => [
    method,
    { method, url: "/" },
  ]),
  [
    "an override header",
    { method: "GET", url: "/", headers: { "X-HTTP-Method-Override": "DELETE" } },
  ],
  [
    "a templated override header",
    { method: "GET", url: "/", headers: { "{{header}}": "{{method}}" } },
  ],
  ["_method in the query", { method: "GET", url: "/", query: { _method: "delete" } }],
  ["_method in the address", { method: "GET", url: "/?_method={{method}}" }],
  [
    "_method in a form",
    { method: "QUERY", url: "/", body: { type: "form", fields: { _method: "PUT" } } },
  ],
  [
    "_method in JSON",
    { method: "QUERY", url: "/", body: { type: "json", value: { _method: "PUT" } } },
  ],
  [
    "a form with 307",
    { method: "QUERY", url: "/307", body: { type: "form", fields: { _method: "PUT" } } },
  ],
];

describe("a read-only environment", () => {
  it.each(writes)("blocks %s in every phase before anything is sent", async (_name, request) => {
    await using server = await serve({ "/": () => ({}) });
    const environment = makeEnvironment(server.origin, {
      isReadOnly: true,
      variables: [
        { name: "method", value: "DELETE", isSecret: false },
        { name: "header", value: "x-method-override", isSecret: false },
      ],
    });
    const suite = makeSuite([makeCase("test", { request, retry: { maxAttempts: 3 } })], {
      tearDown: [makeCase("tear-down", { request })],
    });
    const run = await runSuite(suite, environment);
    expect(run.results.map((one) => [one.verdict, one.message])).toEqual([
      ["blocked", message],
      ["blocked", message],
    ]);
    expect(run.core).toMatchObject({ outcome: "blocked", allPassed: false, blockedTests: 2 });
    expect(server.requests).toEqual([]);
  });

  it("allows safe methods", async () => {
    await using server = await serve({ "/": () => ({}) });
    const cases = (["GET", "HEAD", "OPTIONS", "QUERY"] as const).map((method) =>
      makeCase(method, { request: { method, url: "/" } }),
    );
    const run = await runSuite(
      makeSuite(cases),
      makeEnvironment(server.origin, { isReadOnly: true }),
    );
    expect(run.core.allPassed).toBe(true);
    expect(server.requests.map(({ method }) => method)).toEqual(safe);
  });

  it("follows redirects that do not write, whatever their status", async () => {
    const redirect = (status: number) => () => ({
      status,
      headers: { location: "/end?_method=DELETE" },
    });
    await using server = await serve({
      "/301": redirect(301),
      "/303": redirect(303),
      "/307": redirect(307),
      "/308": redirect(308),
      "/end": () => ({}),
    });
    const cases = [301, 303, 307, 308].map((status) =>
      makeCase(`${status}`, { request: { method: "GET", url: `/${status}` } }),
    );
    const run = await runSuite(
      makeSuite(cases),
      makeEnvironment(server.origin, { isReadOnly: true }),
    );
    expect(run.results.map(({ verdict }) => verdict)).toEqual(Array(4).fill("blocked"));
    expect(server.requests.map(({ url }) => url)).toEqual(["/301", "/303", "/307", "/308"]);
    expect(server.requests.every(({ method }) => safe.includes(method))).toBe(true);
  });

  it("blocks the tests after a blocked set-up and the dependents of a blocked case", async () => {
    await using server = await serve({ "/": () => ({}) });
    const environment = makeEnvironment(server.origin, { isReadOnly: true });
    const post: Request = { method: "POST", url: "/" };
    const blockedSetUp = makeSuite([makeCase("test")], {
      setUp: [makeCase("log in", { request: post })],
    });
    const first = await runSuite(blockedSetUp, environment);
    expect(first.verdicts).toEqual(["log in blocked", "test blocked"]);
    expect(first.find("test").message).toBe('blocked: set-up "log in" was blocked');

    const suite = makeSuite([
      makeCase("create", { request: post, extractions: [{ name: "id", source: "status" }] }),
      makeCase("named", { dependsOn: ["create"] }),
      makeCase("used", { request: { method: "GET", url: "/{{id}}" } }),
      makeCase("read"),
    ]);
    const second = await runSuite(suite, environment);
    expect(second.verdicts).toEqual([
      "create blocked",
      "named blocked",
      "used blocked",
      "read passed",
    ]);
    expect(second.core).toMatchObject({ outcome: "passed", allPassed: true, blockedTests: 3 });
  });

  it("posts the client credentials form only to the token URL", async () => {
    await using tokens = await serve({
      "/token": () => ({ body: { access_token: "token-0123456789", expires_in: 3600 } }),
    });
    await using server = await serve({
      "/": (request) => ({ body: { got: request.headers.authorization } }),
    });
    const environment = makeEnvironment(server.origin, {
      isReadOnly: true,
      oauthTokenUrl: `${tokens.origin}/token`,
      variables: [{ name: "clientSecret", value: "s3cret&value", isSecret: true }],
    });
    const auth = {
      type: "oauth2",
      clientId: "id",
      clientSecret: "{{clientSecret}}",
      scope: "a b",
    } as const;
    const suite = makeSuite([
      makeCase("read", {
        request: { method: "GET", url: "/", auth },
        assertions: [
          {
            source: "jsonPath",
            path: "$.got",
            operator: "equals",
            expected: "Bearer token-0123456789",
          },
        ],
      }),
      makeCase("again", { request: { method: "GET", url: "/", auth } }),
      makeCase("write to it", { request: { method: "POST", url: `${tokens.origin}/token` } }),
    ]);
    const run = await runSuite(suite, environment, { iterations: 3, threads: 3 });
    expect(run.verdicts.slice().sort()).toEqual(
      ["again passed", "read passed", "write to it blocked"].flatMap((one) => [one, one, one]),
    );
    expect(tokens.requests).toMatchObject([
      {
        method: "POST",
        body: "grant_type=client_credentials&scope=a+b",
        headers: { authorization: `Basic ${btoa("id:s3cret%26value")}` },
      },
    ]);
    expect(JSON.stringify(run)).not.toMatch(/token-0123456789|s3cret/);
  });

  it("follows no redirect of the token URL and fetches a new token when the old one has expired", async () => {
    let isMoved = false;
    await using tokens = await serve({
      "/token": () =>
        isMoved
          ? { status: 307, headers: { location: "/elsewhere" } }
          : { body: { access_token: `token-${Math.random()}`, expires_in: 60 } },
      "/elsewhere": () => ({ body: { access_token: "stolen-token" } }),
    });
    await using server = await serve({ "/": () => ({}) });
    const environment = makeEnvironment(server.origin, { oauthTokenUrl: `${tokens.origin}/token` });
    const auth = { type: "oauth2", clientId: "id", clientSecret: "s" } as const;
    const request = { method: "GET", url: "/", auth } as const;
    let now = 0;
    const suite = makeSuite([
      makeCase("a", { request }),
      makeCase("b", { request }),
      makeCase("c", { request }),
    ]);
    const run = await runSuite(
      suite,
      environment,
      {},
      {
        now: () => now,
        onResult: ({ name }) => {
          now += name === "a" ? 49_000 : 2000;
          isMoved = name === "b";
        },
      },
    );
    expect(run.verdicts).toEqual(["a passed", "b passed", "c error"]);
    expect(run.find("c").message).toContain("was answered 307");
    expect(tokens.requests.map(({ url }) => url)).toEqual(["/token", "/token"]);
  });
});
