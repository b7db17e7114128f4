import {
  ProtocolError,
  ProtocolErrorCode,
  type CompleteRequestParams,
  type CompleteResult,
  type Server,
} from "@modelcontextprotocol/server";
import { quote } from "@lintel/json/shorten";
import type { Complete, Completed, Offers } from "./offers.ts";
import { failWithProblems } from "./protocol-failure.ts";
import type { ToolRequest } from "./tool-request.ts";

/** Maximum number of returned values (MCP, "Completion"). */
const maxValues = 100;

/** Completes arguments of prompts and variables of templates (MCP, "Completion"). */
export function serveCompletions(server: Server, toolRequest: ToolRequest, offers: Offers): void {
  server.setRequestHandler("completion/complete", ({ params }) =>
    failWithProblems(toolRequest, async () => {
      const { argument, context } = params;
      const known = context?.arguments ?? {};
      const complete = findCompleter(offers, params);
      const found = await complete?.(toolRequest, {
        name: argument.name,
        typed: argument.value,
        known,
      });
      return describe(found ?? { values: [], isAll: true });
    }),
  );
}

/** @throws ProtocolError if there is no such prompt or template. */
function findCompleter(
  { prompts, resources }: Offers,
  { ref, argument }: CompleteRequestParams,
): Complete | undefined {
  if (ref.type === "ref/prompt") {
    const prompt = prompts.find(({ definition }) => definition.name === ref.name);
    if (prompt === undefined) throw refuse(`Unknown prompt: ${quote(ref.name)}`);
    const isArgument = prompt.definition.arguments?.some(({ name }) => name === argument.name);
    return isArgument === true ? prompt.complete : undefined;
  }
  const resource = resources.find(({ template }) => template?.uriTemplate === ref.uri);
  if (resource === undefined) throw refuse(`Unknown template: ${quote(ref.uri)}`);
  return ref.uri.includes(`{${argument.name}}`) ? resource.complete : undefined;
}

const refuse = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);

function describe({ values, isAll }: Completed): CompleteResult {
  const hasMore = !isAll || values.length > maxValues;
  const total = isAll ? { total: values.length } : {};
  return { completion: { values: values.slice(0, maxValues), ...total, hasMore } };
}
