import type { FastifyBaseLogger } from "fastify";
import type { ToolContexts } from "../../features/tool-context/tool-context.service.ts";
import type { Caller, AgentConnection } from "../../platform/kernel/call.ts";
import type { Kernel } from "../../platform/kernel/kernel.ts";
import type { Problem } from "../../platform/problem.ts";

/** One request to the tool server, whatever the protocol does with it. */
export interface ToolRequest {
  readonly kernel: Kernel;
  readonly contexts: ToolContexts;
  readonly caller: Caller;
  readonly view: AgentConnection;
  /** The reason of a refusal, if the answer of a tool can still report it. */
  readonly refusal: Problem | null;
  readonly log: FastifyBaseLogger;
  /** Notifies subscribers that the list of tools may have changed. */
  announceTools(): void;
  /** Serializes an output by its schema, like REST. */
  serialize(schema: object, output: unknown): string;
}
