import { principalOf } from "../../platform/kernel/call.ts";
import { isReachable } from "../../features/tool-context/is-reachable.ts";
import { registeredTools, type RegisteredTool } from "./tool-registry.ts";
import type { Visit } from "./visit.ts";

/** The tools that a credential may call and that its connection shows. */
export async function visibleTools(visit: Visit): Promise<RegisteredTool[]> {
  const { view, contexts, caller } = visit;
  const principal = principalOf(caller);
  const shown = await contexts.listShownToolsets(principal, view);
  return registeredTools.filter(
    ({ operation }) =>
      (shown === null || shown.has(operation.tool.toolset)) &&
      isReachable(principal, view, operation),
  );
}
