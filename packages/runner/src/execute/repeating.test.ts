import { describe, expect, it } from "vitest";
import { makeCase, makeEnvironment, makeSuite } from "../testing/factories.ts";
import { runSuite } from "../testing/run-suite.ts";
import { type Answer, serve } from "../testing/sample-server.ts";

/** Answers in turn; the last one is repeated. */
function inTurn(...answers: Answer[]): () => Answer {
  let next = 0;
  return () => answers[Math.min(next++, answers.length - 1)] ?? {};
}

const isOk = { source: "status", operator: "equals", expected: 200 } as const;
const isDone = {
  source: "jsonPath",
  path: "$.state",
  operator: "equals",
  expected: "done",
} as const;

describe("retry", () => {
  it("sends the same request until the assertions hold", async () => {
    await using server = await serve({
      "/": inTurn({ status: 503 }, { status: 503 }, { status: 200 }),
    });
    const request = { method: "POST" as const, url: "/?{{$uuid}}" };
    const suite = makeSuite([
      makeCase("a", { request, assertions: [isOk], retry: { maxAttempts: 5 } }),
    ]);
    const run = await runSuite(suite, makeEnvironment(server.origin));
    expect(run.find("a")).toMatchObject({
      verdict: "passed",
      attempts: 3,
      message: "passed on attempt 3; before: expected status to equal 200, got 503",
    });
    expect(new Set(server.requests.map(({ url }) => url)).size).toBe(1);
  });

  it("ends with the last attempt's result", async () => {
    await using server = await serve({ "/": inTurn({ status: 500 }, { status: 404 }) });
    const waits: number[] = [];
    const wait = async (ms: number) => {
      waits.push(ms);
    };
    const retry = { maxAttempts: 3, delayMs: 20 };
    const suite = makeSuite([makeCase("a", { assertions: [isOk], retry })]);
    const run = await runSuite(suite, makeEnvironment(server.origin), {}, { wait });
    expect(run.find("a")).toMatchObject({
      verdict: "failed",
      attempts: 3,
      message: expect.stringContaining("got 404"),
    });
    expect(waits).toEqual([20, 20]);
  });

  it("waits for `until`, and decides by the assertions", async () => {
    const states = [{ body: { state: "new" } }, { body: { state: "done" } }];
    await using server = await serve({
      "/good": inTurn(...states),
      "/bad": inTurn(...states),
      "/never": inTurn({ body: { state: "new" } }),
    });
    const poll = (name: string, expected: number) =>
      makeCase(name, {
        request: { method: "GET", url: `/${name}` },
        assertions: [{ ...isOk, expected }],
        retry: { maxAttempts: 3, until: [isDone] },
      });
    const run = await runSuite(
      makeSuite([poll("good", 200), poll("bad", 201), poll("never", 200)]),
      makeEnvironment(server.origin),
    );
    expect(run.results.map(({ verdict, attempts }) => [verdict, attempts])).toEqual([
      ["passed", 2],
      ["failed", 2],
      ["failed", 3],
    ]);
    expect(run.find("never").message).toContain("until: jsonPath $.state");
    // Waiting for a state is not a failure.
    expect(run.find("good").message).toBeNull();
  });

  it("also retries after a failed connection, but not after a refusal", async () => {
    const gone = await serve({});
    await gone[Symbol.asyncDispose]();
    const retry = { maxAttempts: 3 };
    const suite = makeSuite([
      makeCase("closed", { request: { method: "GET", url: gone.origin }, retry }),
      makeCase("refused", { request: { method: "GET", url: "http://169.254.169.254/" }, retry }),
    ]);
    const run = await runSuite(suite, null);
    expect(run.results.map(({ verdict, attempts }) => [verdict, attempts])).toEqual([
      ["error", 3],
      ["error", 1],
    ]);
  });
});

describe("foreach", () => {
  it("runs a case once for each item and takes the worst verdict", async () => {
    await using server = await serve({
      "/a": () => ({ body: { id: 1 } }),
      "/b": () => ({ status: 404, body: { id: 2 } }),
      "/c": () => ({ body: { id: 3 } }),
      "/ids": (request) => ({ body: request.body }),
    });
    const suite = makeSuite(
      [
        makeCase("each", {
          foreach: { items: "{{items}}", as: "item" },
          request: { method: "GET", url: "/{{item.path}}" },
          assertions: [{ source: "status", operator: "equals", expected: "{{item.status}}" }],
          extractions: [{ name: "ids", source: "jsonPath", path: "$.id" }],
        }),
        makeCase("all", {
          request: { method: "POST", url: "/ids", body: { type: "json", value: "{{ids}}" } },
        }),
      ],
      {
        variables: {
          items: [
            { path: "a", status: 200 },
            { path: "b", status: "{{good}}" },
            { path: "c", status: 200 },
          ],
          good: 200,
        },
      },
    );
    const run = await runSuite(suite, makeEnvironment(server.origin));
    const each = run.find("each");
    expect(each).toMatchObject({
      verdict: "failed",
      attempts: 1,
      message: "item 2: expected status to equal 200, got 404",
    });
    expect(each.assertions.map(({ label }) => label)).toEqual([
      "item 1: status",
      "item 2: status",
      "item 3: status",
    ]);
    expect(each.exchange?.request.url).toContain("/b");
    expect(server.requests.at(-1)?.body).toBe("[1,2,3]");
  });

  it("skips a case without items", async () => {
    const suite = makeSuite([makeCase("none", { foreach: { items: [], as: "i" } })]);
    const run = await runSuite(suite, makeEnvironment("http://127.0.0.1:1"));
    expect(run.verdicts).toEqual(["none skipped"]);
  });
});
