import { principalOf } from "../../platform/kernel/call.ts";
import { isReachable } from "../../features/tool-context/is-reachable.ts";
import { registeredTools, type RegisteredTool } from "./tool-registry.ts";
import type { ToolRequest } from "./tool-request.ts";

/** The tools that a credential may call and that its connection shows. */
export async function visibleTools(toolRequest: ToolRequest): Promise<RegisteredTool[]> {
  const { view, contexts, caller } = toolRequest;
  const principal = principalOf(caller);
  const shown = await contexts.listShownToolsets(principal, view);
  return registeredTools.filter(
    ({ operation }) =>
      (shown === null || shown.has(operation.tool.toolset)) &&
      isReachable(principal, view, operation),
  );
}
