import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { quote } from "@lintel/json/shorten";
import type { Offers } from "./offers.ts";
import { failWithProblems } from "./protocol-failure.ts";
import type { ToolRequest } from "./tool-request.ts";

/** Lists prompts and fills them (MCP, "Prompts"). */
export function servePrompts(server: Server, toolRequest: ToolRequest, { prompts }: Offers): void {
  server.setRequestHandler("prompts/list", () => ({
    prompts: prompts
      .filter((prompt) => prompt.isShown(toolRequest))
      .map(({ definition }) => ({ ...definition })),
  }));
  server.setRequestHandler("prompts/get", ({ params }, context) => {
    const prompt = prompts.find(({ definition }) => definition.name === params.name);
    if (prompt === undefined) {
      const message = `Unknown prompt: ${quote(params.name)}`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    return failWithProblems(toolRequest, () =>
      prompt.get(toolRequest, params.arguments ?? {}, context),
    );
  });
}
