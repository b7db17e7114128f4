import type { Command } from "../command-line/command.types.ts";
import { connectionOptions, projectOption } from "../command-line/shared-options.ts";

export const mcpCommand: Command = {
  name: "mcp",
  summary: "Serve the tools to an agent over standard input and output",
  usage: "[options]",
  operands: [0, 0],
  options: [
    {
      name: "toolsets",
      value: "LIST",
      summary: "Show these toolsets, separated by commas, and those that the key enables; or all",
      otherwise: "core",
    },
    { name: "read-only", summary: "Show only tools that change nothing" },
    projectOption,
    ...connectionOptions,
  ],
  notes: [
    "An agent's client starts it and speaks MCP with it; messages go to the service's /mcp with the key. Where a project is set, the agent works in that one alone.",
  ],
  examples: [
    { line: "lintel mcp", does: "Serve the core; an agent enables further toolsets itself." },
    { line: "lintel mcp --toolsets all", does: "Serve every tool that the key may call." },
    { line: "lintel mcp --toolsets testing --read-only", does: "Serve what reads tests." },
  ],
  run: async (invocation) => (await import("../agents/bridge-agent.ts")).bridgeAgent(invocation),
};
