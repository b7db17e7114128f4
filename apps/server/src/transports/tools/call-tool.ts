import type { CallToolResult } from "@modelcontextprotocol/server";
import { readToolFields } from "@lintel/contract/tools";
import type { Fields } from "../../platform/kernel/kernel.ts";
import { Problem } from "../../platform/problem.ts";
import { callInContext } from "./call-operation.ts";
import { renderOutput, renderProblem } from "./render-result.ts";
import type { RegisteredTool } from "./tool-registry.ts";
import type { ToolRequest } from "./tool-request.ts";

/** Reports where a change was made: agents with one key share a context, and so notice that it was switched. */
function nameProject(result: CallToolResult, projectId: string | null): CallToolResult {
  if (projectId === null) return result;
  return { ...result, _meta: { ...result._meta, "lintel/projectId": projectId } };
}

/** Calls a tool; every failure of the call is a result that says what to do about it. */
export async function callTool(
  toolRequest: ToolRequest,
  tool: RegisteredTool,
  given: Fields,
): Promise<CallToolResult> {
  try {
    const { output, projectId } = await callInContext(
      toolRequest,
      tool.operation,
      readToolFields(tool.operation, given),
    );
    const { shorten } = tool.operation.tool;
    const rendered = await renderOutput(toolRequest, tool, shorten?.(output as never) ?? output);
    const result = tool.operation.effect === "read" ? rendered : nameProject(rendered, projectId);
    if (tool.operation.name === "enableToolset") toolRequest.announceTools();
    return result;
  } catch (error) {
    if (!(error instanceof Problem)) toolRequest.log.error({ err: error }, "an answer failed");
    const problem = error instanceof Problem ? error : new Problem("INTERNAL_ERROR");
    return renderProblem(problem, toolRequest.caller.requestId, tool.operation);
  }
}
