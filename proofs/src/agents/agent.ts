import { setTimeout as sleep } from "node:timers/promises";
import type { ConnectedPeer, PeerAnswer, PeerTool } from "@lintel/server/testing/protocol-peers";
import type { Verdict } from "../stage/verdict.ts";
import type { Fields } from "./fields.ts";
import type { Front } from "./front.ts";
import type { ToolCall } from "./record-kind.ts";

/** The outcome of a call, including retries. */
export type Outcome =
  | { readonly kind: "done"; readonly value: Fields }
  /** `isRetried`: an earlier attempt of the same call was cut, and may have been executed. */
  | { readonly kind: "refused"; readonly code: string; readonly isRetried: boolean }
  /** The connection was cut, and the call must not be repeated. */
  | { readonly kind: "unknown" }
  /** Already recorded as a violation. */
  | { readonly kind: "failed" };

/** A connected client with its credential, which retries calls that can be repeated. */
export interface Agent {
  readonly name: string;
  call(call: ToolCall): Promise<Outcome>;
  listTools(): Promise<readonly PeerTool[] | null>;
}

export interface AgentOptions {
  readonly name: string;
  readonly key: string;
  readonly peer: ConnectedPeer;
  readonly front: Front;
  readonly verdict: Verdict;
  /** Names of the tools whose calls can be repeated, by their definitions. */
  readonly repeatable: ReadonlySet<string>;
}

/**
 * The delay of a retry in milliseconds. The front uses the other node as soon as the killed one
 * accepts no connections: one retry is enough, unless the machine is so busy that a process takes
 * long to end.
 */
const maxTries = 7;
const firstPauseMs = 20;

export function createAgent(options: AgentOptions): Agent {
  const { name, key, peer, front, verdict, repeatable } = options;

  /** The result of a step; null if its connection was cut at every attempt. */
  async function insist<T>(
    what: string,
    isRepeatable: boolean,
    step: () => Promise<T>,
  ): Promise<{ readonly answer: T; readonly isRetried: boolean } | "cut" | "failed"> {
    for (let tried = 1; tried <= maxTries; tried += 1) {
      const cuts = front.cutsOf(key);
      try {
        const answer = await step();
        if (tried > 1) verdict.count("calls that succeeded after a retry");
        verdict.raise("most tries of a call", tried);
        return { answer, isRetried: tried > 1 };
      } catch (error) {
        const evidence = { agent: name, what, tried, error: String(error) };
        if (front.cutsOf(key) === cuts) {
          verdict.violate("a call fails although its connection was not cut", evidence);
          return "failed";
        }
        verdict.count("calls whose connection was cut");
        if (!isRepeatable) return "cut";
        await sleep(firstPauseMs * 2 ** (tried - 1));
      }
    }
    verdict.violate("a call fails after all retries", { agent: name, what });
    return "failed";
  }

  return {
    name,
    async call({ tool, fields }) {
      const done = await insist(tool, repeatable.has(tool), () => peer.call(tool, { ...fields }));
      if (done === "failed") return { kind: "failed" };
      if (done === "cut") return { kind: "unknown" };
      const { answer, isRetried } = done;
      if (answer.isError !== true)
        return { kind: "done", value: answer.structuredContent as Fields };
      return { kind: "refused", code: readCode(answer), isRetried };
    },
    async listTools() {
      const done = await insist("tools/list", true, () => peer.tools());
      return typeof done === "string" ? null : done.answer;
    },
  };
}

function readCode({ content }: PeerAnswer): string {
  const problem = JSON.parse(content[0]?.text ?? "{}") as { code?: unknown };
  return String(problem.code);
}

/** The tools whose calls can be sent again after a lost response (MCP, "ToolAnnotations"). */
export function findRepeatable(tools: readonly PeerTool[]): Set<string> {
  const chosen = tools.filter(
    ({ annotations }) => annotations?.readOnlyHint === true || annotations?.idempotentHint === true,
  );
  return new Set(chosen.map(({ name }) => name));
}
