import { describe, expect, it } from "vitest";
import { makeCase, makeEnvironment, makeSuite } from "../testing/factories.ts";
import { runSuite } from "../testing/run-suite.ts";
import { serve } from "../testing/sample-server.ts";

const echo = {
  "/v1/echo": (request: { method: string; url: string; headers: object; body: string }) => ({
    body: {
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: request.body,
    },
  }),
};

describe("a run", () => {
  it("passes values from case to case with their types", async () => {
    await using server = await serve({
      "/orders": () => ({
        status: 201,
        headers: { location: "/orders/7", "x-trace": "abc-123" },
        body: { order: { id: 7, tags: ["a"] } },
      }),
      "/orders/7": (request) => ({ body: { seen: JSON.parse(request.body || "{}") } }),
    });
    const suite = makeSuite([
      makeCase("create", {
        request: { method: "POST", url: "/orders", body: { type: "json", value: { n: 1 } } },
        assertions: [{ source: "status", operator: "equals", expected: 201 }],
        extractions: [
          { name: "order", source: "jsonPath", path: "$.order" },
          { name: "place", source: "header", header: "Location" },
          { name: "trace", source: "header", header: "x-trace", pattern: "-(\\d+)" },
          { name: "text", source: "body", pattern: '"id":(\\d)' },
          { name: "code", source: "status" },
          { name: "fallback", source: "jsonPath", path: "$.nope", default: ["d"] },
        ],
      }),
      makeCase("change", {
        request: {
          method: "PUT",
          url: "{{place}}",
          body: {
            type: "json",
            value: {
              id: "{{order.id}}",
              all: "{{order}}",
              "{{trace}}": "{{text}}-{{code}}-{{fallback}}",
            },
          },
        },
        dependsOn: ["create"],
        assertions: [
          {
            source: "jsonPath",
            path: "$.seen",
            operator: "equals",
            expected: { id: 7, all: { id: 7, tags: ["a"] }, "123": '7-201-["d"]' },
          },
          { source: "jsonPath", path: "$.seen.id", operator: "equals", expected: "{{order.id}}" },
        ],
      }),
    ]);
    const run = await runSuite(suite, makeEnvironment(server.origin));
    expect(run.results.map(({ message }) => message)).toEqual([null, null]);
    expect(run.core).toMatchObject({
      outcome: "passed",
      allPassed: true,
      passedTests: 2,
      totalTests: 2,
    });
    expect(run.find("create").extracted).toMatchObject({ order: { id: 7 }, code: 201 });
  });

  it("renders templates in header names, paths and retry conditions", async () => {
    await using server = await serve({
      "/orders": () => ({
        headers: { "x-order-7": "sent" },
        body: { orders: [{ id: 6 }, { id: 7, state: "sent", items: [] }] },
      }),
    });
    const state = "$.orders[?@.id=={{id}}].state";
    const suite = makeSuite(
      [
        makeCase("a", {
          request: { method: "GET", url: "/orders" },
          assertions: [
            { source: "jsonPath", path: state, operator: "equals", expected: ["sent"] },
            { source: "header", name: "x-order-{{id}}", operator: "equals", expected: "sent" },
          ],
          retry: {
            maxAttempts: 2,
            until: [
              { source: "jsonPath", path: "$.{{list}}[0].id", operator: "equals", expected: 6 },
            ],
          },
          extractions: [{ name: "found", source: "jsonPath", path: "$.orders[?@.id=={{id}}].id" }],
        }),
        makeCase("b", {
          request: { method: "GET", url: "/orders" },
          assertions: [{ source: "jsonPath", path: "$.{{bad}}", operator: "exists" }],
        }),
      ],
      { variables: { id: 7, list: "orders", bad: "[" } },
    );
    const run = await runSuite(suite, makeEnvironment(server.origin));
    expect(run.verdicts).toEqual(["a passed", "b error"]);
    expect(run.find("a").extracted).toEqual({ found: [7] });
    expect(run.find("a").assertions.map(({ label }) => label)).toEqual([
      "jsonPath $.orders[?@.id==7].state",
      "header x-order-7",
      "until: jsonPath $.orders[0].id",
    ]);
  });

  it("generates a random value once in a variable, and at every use in a case", async () => {
    await using server = await serve({ "/": () => ({}) });
    const url = "/?a={{order}}&b={{name}}&c={{$uuid}}&d={{$iteration}}&e={{again.id}}";
    const request = { method: "GET", url } as const;
    const suite = makeSuite([makeCase("one", { request }), makeCase("two", { request })], {
      variables: {
        order: "{{$uuid}}",
        name: "{{$iteration}}: {{order}}",
        again: { id: "{{order}}" },
      },
    });
    await runSuite(suite, makeEnvironment(server.origin), { iterations: 2 });
    const queries = server.requests.map(({ url: seen }) =>
      Object.fromEntries(new URL(seen, server.origin).searchParams),
    );
    const [order] = queries.map(({ a }) => a);
    expect(order).toMatch(/^[0-9a-f-]{36}$/);
    const iterations = ["1", "1", "2", "2"];
    expect(queries.map(({ a, b, d, e }) => [a, b, d, e])).toEqual(
      iterations.map((iteration) => [order, `${iteration}: ${order}`, iteration, order]),
    );
    expect(new Set(queries.map(({ c }) => c)).size).toBe(4);
  });

  it("sends requests as defined", async () => {
    await using server = await serve(echo);
    const environment = makeEnvironment(`${server.origin}/v1/`);
    const cases = [
      makeCase("query", {
        request: { method: "GET", url: "echo?a=1#part", query: { b: ["x y", "&"], c: 2, d: true } },
      }),
      makeCase("form", {
        request: {
          method: "POST",
          url: "/echo",
          body: { type: "form", fields: { a: "1 2", b: "ä&" } },
        },
      }),
      makeCase("text", {
        request: {
          method: "POST",
          url: "/echo",
          body: { type: "text", text: "hé", contentType: "text/csv" },
        },
      }),
      makeCase("headers", {
        request: {
          method: "GET",
          url: "/echo",
          headers: { "X-Own": "case", "x-many": ["a", "b"], "x-utf": "hé" },
        },
      }),
      makeCase("basic", {
        request: {
          method: "GET",
          url: "/echo",
          auth: { type: "basic", username: "ann", password: "pä:ss" },
        },
      }),
      makeCase("key", {
        request: {
          method: "GET",
          url: "/echo",
          auth: { type: "apiKey", in: "query", name: "k", value: "v 1" },
        },
      }),
    ];
    const suite = makeSuite(cases, {
      defaults: { headers: { "x-own": "suite", "x-default": "{{$iteration}}" } },
    });
    const run = await runSuite(suite, environment);
    expect(run.core.outcome).toBe("passed");
    expect(server.requests.map(({ url }) => url)).toEqual([
      "/v1/echo?a=1&b=x%20y&b=%26&c=2&d=true",
      "/v1/echo",
      "/v1/echo",
      "/v1/echo",
      "/v1/echo",
      "/v1/echo?k=v%201",
    ]);
    const [, form, text, headers, basic] = server.requests;
    expect(form).toMatchObject({
      body: "a=1+2&b=%C3%A4%26",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(text).toMatchObject({ body: "hé", headers: { "content-type": "text/csv" } });
    expect(headers?.headers).toMatchObject({ "x-own": "case", "x-default": "1", "x-many": "a, b" });
    expect(Buffer.from(String(headers?.headers["x-utf"]), "latin1").toString()).toBe("hé");
    const sent = String(basic?.headers.authorization).replace("Basic ", "");
    expect(Buffer.from(sent, "base64").toString()).toBe("ann:pä:ss");
  });

  it("runs all rows and iterations, in parallel if requested", async () => {
    let atOnce = 0;
    let mostAtOnce = 0;
    await using server = await serve({
      "/slow": (request) => {
        atOnce += 1;
        mostAtOnce = Math.max(mostAtOnce, atOnce);
        // The answer leaves after this.
        setTimeout(() => (atOnce -= 1), 99);
        return { delayMs: 100, body: request.url };
      },
    });
    const suite = makeSuite(
      [
        makeCase("one", {
          request: { method: "GET", url: "/slow", query: { n: "{{name}}", i: "{{$iteration}}" } },
        }),
      ],
      {
        data: { format: "csv", text: "name\nann\nbob\n" },
        tearDown: [makeCase("last", { request: { method: "GET", url: "/slow" } })],
      },
    );
    const run = await runSuite(suite, makeEnvironment(server.origin), {
      iterations: 5,
      threads: 10,
    });
    expect(mostAtOnce).toBeGreaterThan(1);
    expect(run.results.length).toBe(20);
    const passes = Map.groupBy(run.results, ({ iteration, row }) => `${iteration}/${row}`);
    expect(passes.size).toBe(10);
    for (const own of passes.values()) expect(own.map(({ name }) => name)).toEqual(["one", "last"]);
    expect(server.requests.map(({ url }) => url)).toContain("/slow?n=bob&i=5");
  });

  it("names a result with the values of its row, and leaves other names as they are", async () => {
    await using server = await serve({ "/": () => ({}) });
    const suite = makeSuite([makeCase("Greets {{name}}"), makeCase("{{name}} by {{$uuid}}")], {
      data: { format: "csv", text: "name\nann\nbob\n" },
    });
    const run = await runSuite(suite, makeEnvironment(server.origin));
    expect(run.results.map(({ name }) => name)).toEqual([
      "Greets ann",
      "{{name}} by {{$uuid}}",
      "Greets bob",
      "{{name}} by {{$uuid}}",
    ]);
  });

  it("waits between the requests of a pass", async () => {
    await using server = await serve({ "/": () => ({}) });
    const waits: number[] = [];
    const wait = async (ms: number) => {
      waits.push(ms);
    };
    const suite = makeSuite([makeCase("a"), makeCase("b"), makeCase("c")]);
    await runSuite(suite, makeEnvironment(server.origin), { delayMs: 70 }, { wait });
    expect(waits).toEqual([70, 70]);
  });

  it("shares only the token between passes", async () => {
    await using server = await serve({ "/": (request) => ({ body: { n: request.url } }) });
    const suite = makeSuite(
      [
        makeCase("second", { when: { value: "{{seen}}", operator: "exists" } }),
        makeCase("keep", { extractions: [{ name: "seen", source: "status" }] }),
      ],
      { variables: { seen: "{{missing.later}}", missing: { later: 1 } } },
    );
    const run = await runSuite(suite, makeEnvironment(server.origin), { iterations: 2 });
    expect(run.verdicts).toEqual(["second passed", "keep passed", "second passed", "keep passed"]);
  });

  it("sends a run's own authentication only to the environment's origins", async () => {
    await using own = await serve({ "/": () => ({}) });
    await using other = await serve({ "/": () => ({}) });
    const suite = makeSuite(
      [
        makeCase("own"),
        makeCase("none", { request: { method: "GET", url: "/", auth: { type: "none" } } }),
        makeCase("other", { request: { method: "GET", url: other.origin } }),
      ],
      { defaults: { auth: { type: "bearer", token: "of-the-suite" } } },
    );
    const authOverride = { type: "bearer", token: "of-the-run" } as const;
    await runSuite(suite, makeEnvironment(own.origin), { authOverride });
    expect(own.requests.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer of-the-run",
      undefined,
    ]);
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer of-the-suite",
    ]);
  });

  it("repeats exactly if clock and random numbers are given", async () => {
    await using server = await serve({ "/": () => ({}) });
    const request = {
      method: "GET" as const,
      url: "/?{{$uuid}}&{{$timestamp}}&{{$randomInt}}&{{$isoTimestamp}}",
    };
    const tools = {
      now: () => 1_700_000_000_000,
      monotonic: () => 0,
      random: () => 0.25,
      randomUuid: () => "uuid",
    };
    await runSuite(
      makeSuite([makeCase("a", { request })]),
      makeEnvironment(server.origin),
      {},
      tools,
    );
    expect(server.requests[0]?.url).toBe("/?uuid&1700000000&250000&2023-11-14T22:13:20.000Z");
  });
});
