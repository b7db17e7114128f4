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
      summary: "Show these toolsets (comma-separated), in addition to enabled ones; or all",
      otherwise: "core",
    },
    { name: "read-only", summary: "Show only read-only tools" },
    projectOption,
    ...connectionOptions,
  ],
  notes: [
    "An agent's client starts this command and communicates with it by MCP. Messages are forwarded to the service's /mcp with the key or the sign-in. If a project is set, the agent works only in that project.",
  ],
  examples: [
    { line: "lintel mcp", does: "Serve the core; an agent enables further toolsets itself." },
    { line: "lintel mcp --toolsets all", does: "Serve every tool that the key may call." },
    {
      line: "lintel mcp --toolsets testing --read-only",
      does: "Serve the read-only testing tools.",
    },
  ],
  run: async (invocation) => (await import("../agents/bridge-agent.ts")).bridgeAgent(invocation),
};
