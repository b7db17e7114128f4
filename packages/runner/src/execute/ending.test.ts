import { describe, expect, it } from "vitest";
import { makeCase, makeEnvironment, makeSuite } from "../testing/factories.ts";
import { runSuite } from "../testing/run-suite.ts";
import { serve } from "../testing/sample-server.ts";

const failing = (name: string) =>
  makeCase(name, { assertions: [{ source: "status", operator: "equals", expected: 500 }] });
const at = (url: string) => ({ request: { method: "GET" as const, url } });
const routes = { "/": () => ({}), "/slow": () => ({ delayMs: 20_000 }), "/clean": () => ({}) };

describe("the end of a run", () => {
  it("comes after all cases by default", async () => {
    await using server = await serve(routes);
    const run = await runSuite(
      makeSuite([failing("a"), makeCase("b")]),
      makeEnvironment(server.origin),
      { iterations: 2 },
    );
    expect(run.verdicts).toEqual(["a failed", "b passed", "a failed", "b passed"]);
    expect(run.core.message).toBeNull();
  });

  it("comes with `stop` after the pass in which a case failed, including its tear-down", async () => {
    await using server = await serve(routes);
    const suite = makeSuite([makeCase("a"), failing("b"), makeCase("c")], {
      tearDown: [makeCase("clean", at("/clean"))],
    });
    const run = await runSuite(suite, makeEnvironment(server.origin), {
      iterations: 5,
      onError: "stop",
    });
    expect(run.verdicts).toEqual(["a passed", "b failed", "c skipped", "clean passed"]);
    expect(run.find("c").message).toBe('skipped: "b" failed and the run stops at the first error');
    expect(run.core).toMatchObject({
      outcome: "failed",
      message: '"b" failed and the run stops at the first error. 4 of 5 passes were not started.',
    });
  });

  it("comes with `abort` at once for parallel passes, which still tear down", async () => {
    await using server = await serve(routes);
    const suite = makeSuite(
      [
        makeCase("slow", {
          ...at("/slow"),
          when: { value: "{{n}}", operator: "equals", expected: 1 },
        }),
        failing("fails"),
        makeCase("later"),
      ],
      {
        data: { format: "json", text: '[{"n":1},{"n":2}]' },
        tearDown: [makeCase("clean", at("/clean"))],
      },
    );
    const run = await runSuite(suite, makeEnvironment(server.origin), {
      threads: 2,
      onError: "abort",
    });
    const of = (row: number) =>
      run.results.filter((one) => one.row === row).map(({ name, verdict }) => `${name} ${verdict}`);
    expect(of(1)).toEqual(["slow skipped", "fails skipped", "later skipped", "clean passed"]);
    expect(of(2)).toEqual(["slow skipped", "fails failed", "later skipped", "clean passed"]);
    expect(run.results.find(({ name, row }) => name === "slow" && row === 1)?.message).toMatch(
      /"fails" failed and the run ends/,
    );
    expect(server.requests.filter(({ url }) => url === "/clean").length).toBe(2);
  });

  it("comes at once when it is cancelled, and tears down", async () => {
    await using server = await serve(routes);
    const controller = new AbortController();
    const suite = makeSuite([makeCase("a"), makeCase("slow", at("/slow")), makeCase("b")], {
      tearDown: [makeCase("clean", at("/clean"))],
    });
    const running = runSuite(
      suite,
      makeEnvironment(server.origin),
      { iterations: 3 },
      {
        signal: controller.signal,
        onResult: ({ name }) => {
          if (name === "a") setTimeout(() => controller.abort(), 100);
        },
      },
    );
    const run = await running;
    expect(run.verdicts).toEqual(["a passed", "slow skipped", "b skipped", "clean passed"]);
    expect(run.find("slow").message).toBe("skipped: the run was cancelled");
    expect(run.core).toMatchObject({
      outcome: "cancelled",
      allPassed: false,
      message: "The run was cancelled. 2 of 3 passes were not started.",
    });
  });

  it("limits the time for the tear-down of a cancelled run", async () => {
    await using server = await serve(routes);
    const controller = new AbortController();
    const suite = makeSuite([makeCase("a")], {
      tearDown: [makeCase("slow", at("/slow")), makeCase("clean", at("/clean"))],
    });
    const run = await runSuite(
      suite,
      makeEnvironment(server.origin),
      {},
      {
        signal: controller.signal,
        onResult: ({ name }) => {
          if (name === "a") controller.abort();
        },
        wait: (_ms, signal) =>
          new Promise((resolve, reject) => {
            setTimeout(resolve, 200);
            signal.addEventListener("abort", () => reject(new Error("aborted")));
          }),
      },
    );
    expect(run.verdicts).toEqual(["a passed", "slow skipped", "clean skipped"]);
    expect(run.core.outcome).toBe("cancelled");
  });

  it("comes before the first request if the run is cancelled before it", async () => {
    const run = await runSuite(
      makeSuite([makeCase("a")]),
      makeEnvironment("http://127.0.0.1:1"),
      {},
      { signal: AbortSignal.abort() },
    );
    expect(run.core).toMatchObject({ outcome: "cancelled", totalTests: 0, allPassed: false });
  });

  it("never throws, even if results cannot be stored", async () => {
    await using server = await serve(routes);
    const run = await runSuite(
      makeSuite([makeCase("a"), makeCase("b")]),
      makeEnvironment(server.origin),
      { iterations: 3 },
      {
        onResult: async () => {
          throw new Error("the disk is full");
        },
      },
    );
    expect(run.core).toMatchObject({
      outcome: "error",
      allPassed: false,
      message: "A result could not be stored: the disk is full",
    });
    expect(server.requests.length).toBe(1);
  });
});
