import { describe, expect, it } from "vitest";
import { makeCase, makeEnvironment, makeSuite } from "../testing/factories.ts";
import { runSuite } from "../testing/run-suite.ts";
import { serve } from "../testing/sample-server.ts";

const fails = { assertions: [{ source: "status", operator: "equals", expected: 500 }] } as const;
const failing = (name: string) => makeCase(name, { assertions: [...fails.assertions] });
const ok = { "/": () => ({ body: { id: 1 } }) };
const at = (url: string) => ({ request: { method: "GET" as const, url } });

describe("verdicts", () => {
  it("of a case without assertions follow from the status, with a note", async () => {
    await using server = await serve({
      ...ok,
      "/moved": () => ({ status: 304 }),
      "/bad": () => ({ status: 400 }),
    });
    const suite = makeSuite([
      makeCase("ok"),
      makeCase("moved", at("/moved")),
      makeCase("bad", at("/bad")),
    ]);
    const run = await runSuite(suite, makeEnvironment(server.origin));
    expect(run.verdicts).toEqual(["ok passed", "moved passed", "bad failed"]);
    expect(run.find("bad").message).toBe(
      "expected status (of a case without assertions) to be less than 400, got 400",
    );
  });

  it("are errors if a request cannot be sent or a value is missing", async () => {
    await using server = await serve(ok);
    const extract = (path: string) => ({
      extractions: [{ name: "x", source: "jsonPath" as const, path }],
    });
    const suite = makeSuite([
      makeCase("refused", at("http://127.0.0.1:1/")),
      makeCase("missing", extract("$.nope")),
      makeCase("header", { request: { method: "GET", url: "/", headers: { a: "b\r\nc: d" } } }),
      makeCase("not a list", { foreach: { items: { a: 1 }, as: "i" } }),
      makeCase("metadata", at("http://169.254.169.254/")),
    ]);
    const run = await runSuite(suite, makeEnvironment(server.origin));
    expect(run.results.map(({ verdict }) => verdict)).toEqual(Array(5).fill("error"));
    expect(run.find("missing").message).toBe("nothing was found for {{x}} at jsonPath $.nope");
    expect(run.find("header").message).toBe("the header a contains a line break");
    expect(run.core).toMatchObject({ outcome: "error", allPassed: false, erroredTests: 5 });
  });

  it("are errors of the case if the JSON is too deep to be searched", async () => {
    const nest = (depth: number) => `{"a":${"[".repeat(depth)}1${"]".repeat(depth)},"s":"[\\"["}`;
    await using server = await serve({
      "/deep": () => ({ body: nest(200_000) }),
      "/flat": () => ({ body: `[${nest(900)}${`,${nest(1)}`.repeat(2000)}]` }),
    });
    const looks = [
      { source: "jsonPath", path: "$..x", operator: "notExists" },
      { source: "jsonPath", path: "$.a", operator: "notExists" },
      { source: "body", operator: "isType", expected: "object" },
    ] as const;
    const suite = makeSuite([
      ...looks.map((look) => makeCase(look.operator, { ...at("/deep"), assertions: [look] })),
      makeCase("extraction", {
        ...at("/deep"),
        extractions: [{ name: "x", source: "jsonPath", path: "$.a" }],
      }),
      makeCase("status", at("/deep")),
      makeCase("flat", { ...at("/flat"), assertions: [looks[0]] }),
    ]);
    const run = await runSuite(suite, makeEnvironment(server.origin));
    expect(run.results.map(({ verdict }) => verdict)).toEqual([
      ...Array<string>(4).fill("error"),
      "passed",
      "passed",
    ]);
    const messages = run.results.map(({ message }) => message).slice(0, 4);
    for (const message of messages) expect(message).toContain("nested more than 1000 levels deep");
    expect(run.core).toMatchObject({ outcome: "error", message: null });
  });

  it("are errors if a search takes too long, and other cases continue during it", async () => {
    await using server = await serve({
      "/nested": () => ({ body: `${"[".repeat(150)}${"]".repeat(150)}` }),
      "/": () => ({ body: { a: [1] } }),
    });
    const look = { source: "jsonPath", operator: "notExists", path: "$..*..*..*..*" } as const;
    const suite = makeSuite([
      makeCase("slow", { ...at("/nested"), assertions: [look] }),
      makeCase("quick", { assertions: [{ ...look, path: "$.a[?@ > 1]" }] }),
    ]);
    const run = await runSuite(suite, makeEnvironment(server.origin));
    expect(run.verdicts).toEqual(["slow error", "quick passed"]);
    expect(run.find("slow").message).toContain("the path");
  });

  it("of a failed set-up skip everything except the tear-down", async () => {
    await using server = await serve(ok);
    const suite = makeSuite([makeCase("test")], {
      setUp: [makeCase("first"), failing("log in"), makeCase("third")],
      tearDown: [makeCase("clean"), failing("clean more"), makeCase("clean all")],
    });
    const run = await runSuite(suite, makeEnvironment(server.origin));
    expect(run.verdicts).toEqual([
      "first passed",
      "log in failed",
      "third skipped",
      "test skipped",
      "clean passed",
      "clean more failed",
      "clean all passed",
    ]);
    expect(run.find("test").message).toBe('skipped: set-up "log in" failed');
    expect(run.core).toMatchObject({ outcome: "failed", allPassed: false, skippedTests: 2 });
  });

  it("follow from those of the cases that a case depends on, named or not", async () => {
    await using server = await serve(ok);
    const suite = makeSuite(
      [
        {
          ...failing("a"),
          extractions: [
            { name: "kept", source: "jsonPath", path: "$.id" },
            { name: "lost", source: "jsonPath", path: "$.no" },
          ],
        },
        makeCase("b", { dependsOn: ["a"] }),
        makeCase("c", { dependsOn: ["b"] }),
        makeCase("uses kept", at("/?{{kept}}")),
        makeCase("uses lost", at("/?{{lost}}")),
        makeCase("off", { isEnabled: false }),
        makeCase("needs off", { dependsOn: ["off"] }),
      ],
      { tearDown: [makeCase("after a", { dependsOn: ["a"] })] },
    );
    const run = await runSuite(suite, makeEnvironment(server.origin));
    expect(run.results.map(({ name, verdict, message }) => [name, verdict, message])).toEqual([
      ["a", "failed", expect.stringContaining("expected status")],
      ["b", "skipped", 'skipped: "a" failed'],
      ["c", "skipped", 'skipped: "b" was skipped'],
      ["uses kept", "passed", null],
      ["uses lost", "skipped", 'skipped: "a" failed, so {{lost}} has no value'],
      ["needs off", "skipped", 'skipped: depends on "off", which is disabled'],
      ["after a", "skipped", 'skipped: "a" failed'],
    ]);
  });

  it("are skipped for a case whose condition does not hold", async () => {
    await using server = await serve(ok);
    const when = (
      value: unknown,
      operator: "equals" | "exists" | "greaterThan",
      expected?: unknown,
    ) => ({
      when: { value, operator, ...(expected === undefined ? {} : { expected }) },
    });
    const suite = makeSuite(
      [
        makeCase("yes", when("{{mode}}", "equals", "full")),
        makeCase("no", when("{{mode}}", "equals", "quick")),
        makeCase("text", when("{{count}}", "equals", 3)),
        makeCase("order", when("{{count}}", "greaterThan", 5)),
      ],
      { data: { format: "csv", text: "mode,count\nfull,3\n" } },
    );
    const run = await runSuite(suite, makeEnvironment(server.origin));
    expect(run.verdicts).toEqual(["yes passed", "no skipped", "text passed", "order skipped"]);
    expect(run.core.outcome).toBe("passed");
    expect(server.requests.length).toBe(2);
  });

  it("of a run in which nothing passed and nothing failed are blocked", async () => {
    await using server = await serve(ok);
    const suite = makeSuite(
      [makeCase("a", { when: { value: 1, operator: "equals", expected: 2 } })],
      {
        setUp: [makeCase("passes")],
      },
    );
    const run = await runSuite(suite, makeEnvironment(server.origin));
    expect(run.core).toMatchObject({ outcome: "blocked", allPassed: false, passedTests: 1 });
  });

  it("are failed for a run whose tests pass and whose tear-down fails", async () => {
    await using server = await serve(ok);
    const suite = makeSuite([makeCase("a")], { tearDown: [failing("clean")] });
    const run = await runSuite(suite, makeEnvironment(server.origin));
    expect(run.core).toMatchObject({ outcome: "failed", allPassed: false });
  });
});
