import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { Problem } from "../../platform/problem.ts";
import { toAdvice } from "./render-result.ts";
import type { ToolRequest } from "./tool-request.ts";

/** An error that the server defines (JSON-RPC 2.0 §5.1): the caller may not do this, or not now. */
const refused = -32_000;

/**
 * Answers with a result, or with an error of the protocol whose `data` contains the problem, because only tools/call
 * has a result for failures. `data` begins with `members`.
 */
export async function failWithProblems<T>(
  toolRequest: ToolRequest,
  step: () => Promise<T>,
  members: Readonly<Record<string, unknown>> = {},
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (!(error instanceof Problem)) toolRequest.log.error({ err: error }, "an answer failed");
    const problem = error instanceof Problem ? error : new Problem("INTERNAL_ERROR");
    const advice = toAdvice(problem, toolRequest.caller.requestId);
    throw new ProtocolError(codeOf(problem), problem.detail, { ...members, ...advice });
  }
}

// A missing resource is InvalidParams in all revisions (MCP 2026-07-28, "Resources", Error Handling).
function codeOf({ code, status }: Problem): number {
  if (status >= 500) return ProtocolErrorCode.InternalError;
  const isOfParams = code === "NOT_FOUND" || code === "VALIDATION_FAILED";
  return isOfParams ? ProtocolErrorCode.InvalidParams : refused;
}
