import type { FastifyBaseLogger } from "fastify";
import type { ToolContexts } from "../../features/tool-context/tool-context.service.ts";
import type { Caller, AgentConnection } from "../../platform/kernel/call.ts";
import type { Kernel } from "../../platform/kernel/kernel.ts";
import type { Problem } from "../../platform/problem.ts";

/** One request to the tool server, whatever the protocol makes of it. */
export interface Visit {
  readonly kernel: Kernel;
  readonly contexts: ToolContexts;
  readonly caller: Caller;
  readonly view: AgentConnection;
  /** What the caller is refused for where the answer of a tool can still say so. */
  readonly refusal: Problem | null;
  readonly log: FastifyBaseLogger;
  /** Tells whoever listens that the list of tools may be another. */
  announceTools(): void;
  /** Writes an output as its schema has it, as REST does. */
  serialize(schema: object, output: unknown): string;
}
