import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Fields } from "../../platform/kernel/kernel.ts";
import { Problem } from "../../platform/problem.ts";
import { callOperation } from "./call-operation.ts";
import { renderOutput, renderProblem } from "./render-result.ts";
import type { RegisteredTool } from "./tool-registry.ts";
import type { Visit } from "./visit.ts";

/** Calls a tool; every failure of the call is a result that says what to do about it. */
export async function callTool(
  visit: Visit,
  tool: RegisteredTool,
  given: Fields,
): Promise<CallToolResult> {
  try {
    const output = await callOperation(visit, tool.operation, given);
    const result = await renderOutput(visit, tool, output);
    if (tool.operation.name === "enableToolset") visit.announceTools();
    return result;
  } catch (error) {
    if (!(error instanceof Problem)) visit.log.error({ err: error }, "an answer failed");
    const problem = error instanceof Problem ? error : new Problem("INTERNAL_ERROR");
    return renderProblem(problem, visit.caller.requestId);
  }
}
