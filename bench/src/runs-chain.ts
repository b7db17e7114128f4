import { fork } from "node:child_process";
import path from "node:path";
import type { SuiteDefinition } from "@lintel/contract/shapes/test-suite";

/** A suite with only tests, without set-up and tear-down. */
export type Chain = Omit<SuiteDefinition, "setUp" | "tearDown">;

/**
 * Chained cases: each requests the item of the previous response, has three assertions, and
 * extracts one value.
 */
export function makeChain(length: number): Chain {
  return {
    name: "Chain",
    folder: "bench",
    variables: { next: 1 },
    cases: Array.from({ length }, (_, at) => ({
      name: `Item ${at + 1}`,
      request: { method: "GET", url: "/items/{{next}}" },
      assertions: [
        { source: "status", operator: "equals", expected: 200 },
        { source: "header", name: "content-type", operator: "contains", expected: "json" },
        { source: "jsonPath", path: "$.state", operator: "equals", expected: "available" },
      ],
      extractions: [{ name: "next", source: "jsonPath", path: "$.next" }],
    })),
  };
}

/** The API under test, in a separate process. */
export async function startChainTarget(): Promise<AsyncDisposable & { readonly url: string }> {
  const child = fork(path.join(import.meta.dirname, "runs-target.ts"), { execArgv: [] });
  const url = await new Promise<string>((resolve, reject) => {
    child.once("message", (text) => resolve(text as string));
    child.once("exit", () => reject(new Error("The API under test did not start.")));
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.disconnect();
      await ended;
    },
  };
}
