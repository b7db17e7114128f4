import type { CallToolResult } from "@modelcontextprotocol/server";
import { problemTable } from "@lintel/contract/words/problems";
import type { ToolOperation } from "@lintel/contract/tools";
import type { OutgoingFile } from "@lintel/contract/operation";
import { parseExact } from "@lintel/openapi/json-text";
import { writePlainJson } from "@lintel/json/plain-json";
import type { Problem } from "../../platform/problem.ts";
import { nameNextTool } from "./next-tool.ts";
import { readText } from "./read-text.ts";
import type { RegisteredTool } from "./tool-registry.ts";
import { userData } from "./user-data.ts";
import type { ToolRequest } from "./tool-request.ts";

/** A success: the record, and the same as compact JSON for clients that read only text. */
export async function renderOutput(
  toolRequest: ToolRequest,
  { operation, form }: RegisteredTool,
  output: unknown,
): Promise<CallToolResult> {
  if (form === "done") return succeed('{"ok":true}');
  if (form === "file") return succeed(JSON.stringify(await readFile(output as OutgoingFile)));
  const text = toolRequest.serialize(operation.output as object, output);
  return succeed(form === "items" ? `{"items":${text}}` : text);
}

// Parsed again, so that both forms have exactly the members of the output schema. The record contains the texts of
// users unchanged; in the text they cannot be mistaken for anything else.
function succeed(json: string): CallToolResult {
  const structuredContent = parseExact(json) as unknown as Record<string, unknown>;
  const text = writePlainJson(json);
  return { content: [{ type: "text", text }], structuredContent, _meta: { ...userData } };
}

async function readFile(file: OutgoingFile): Promise<Record<string, string>> {
  const { mediaType, fileName, content } = file;
  return { mediaType, fileName, text: await readText(content) };
}

/** A failure that the agent can correct: the problem, and what to call or change next. */
export function renderProblem(
  problem: Problem,
  requestId: string,
  operation: ToolOperation,
): CallToolResult {
  const advice = toAdvice(problem, requestId);
  const next = nameNextTool(problem.code, operation);
  const fix = next === null ? advice.fix : `${advice.fix} ${next}`;
  const text = writePlainJson(JSON.stringify({ ...advice, fix }));
  return { isError: true, content: [{ type: "text", text }], _meta: { ...userData } };
}

/** The problem as in REST, and what to do about it. */
export function toAdvice(
  problem: Problem,
  requestId: string,
): Record<string, unknown> & { readonly fix: string } {
  return { fix: problemTable[problem.code].fix, ...problem.toRecord("/mcp", requestId) };
}
