import { setTimeout as sleep } from "node:timers/promises";
import type { ConnectedPeer, PeerAnswer, PeerTool } from "@lintel/server/testing/protocol-peers";
import type { Verdict } from "../stage/verdict.ts";
import type { Fields } from "./fields.ts";
import type { Front } from "./front.ts";
import type { ToolCall } from "./record-kind.ts";

/** What became of a call, retries included. */
export type Outcome =
  | { readonly kind: "done"; readonly value: Fields }
  /** `isRetried`: an earlier try of the same call was cut, and may have been carried out. */
  | { readonly kind: "refused"; readonly code: string; readonly isRetried: boolean }
  /** The line was cut, and the call may not be repeated. */
  | { readonly kind: "unknown" }
  /** Noted as a violation already. */
  | { readonly kind: "failed" };

/** A connected client with its credential, which repeats what may be repeated. */
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
  /** Names of the tools whose calls may be repeated, as their definitions say. */
  readonly repeatable: ReadonlySet<string>;
}

/**
 * The front knows the other node as soon as the killed one takes no connection any more: one retry
 * does, unless the machine is so busy that a process takes long to end. Milliseconds.
 */
const mostTries = 7;
const firstPauseMs = 20;

export function createAgent(options: AgentOptions): Agent {
  const { name, key, peer, front, verdict, repeatable } = options;

  /** What a step answers; null where its line was cut each time. */
  async function insist<T>(
    what: string,
    isRepeatable: boolean,
    step: () => Promise<T>,
  ): Promise<{ readonly answer: T; readonly isRetried: boolean } | "cut" | "failed"> {
    for (let tried = 1; tried <= mostTries; tried += 1) {
      const cuts = front.cutsOf(key);
      try {
        const answer = await step();
        if (tried > 1) verdict.count("calls that a retry mended");
        verdict.raise("most tries of a call", tried);
        return { answer, isRetried: tried > 1 };
      } catch (error) {
        const evidence = { agent: name, what, tried, error: String(error) };
        if (front.cutsOf(key) === cuts) {
          verdict.violate("a call fails although its line was whole", evidence);
          return "failed";
        }
        verdict.count("calls whose line was cut");
        if (!isRepeatable) return "cut";
        await sleep(firstPauseMs * 2 ** (tried - 1));
      }
    }
    verdict.violate("retries do not mend a call", { agent: name, what });
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

/** Those tools whose calls may be sent again where the answer was lost (MCP, "ToolAnnotations"). */
export function findRepeatable(tools: readonly PeerTool[]): Set<string> {
  const chosen = tools.filter(
    ({ annotations }) => annotations?.readOnlyHint === true || annotations?.idempotentHint === true,
  );
  return new Set(chosen.map(({ name }) => name));
}
