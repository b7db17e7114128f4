import { expandToolsets } from "@lintel/contract/toolsets";
import { principalOf } from "../../platform/kernel/call.ts";
import { isReachable } from "./is-reachable.ts";
import { registeredTools, type RegisteredTool } from "./tool-registry.ts";
import type { Visit } from "./visit.ts";

/**
 * The tools that a credential may call and that its connection shows. A staging token sees the core,
 * and what it enabled.
 */
export async function visibleTools(visit: Visit): Promise<RegisteredTool[]> {
  const { view, contexts, caller } = visit;
  const principal = principalOf(caller);
  if (principal.kind === "operator") return [];
  const enabled = principal.key.isStaging
    ? expandToolsets(["core", ...(await contexts.listEnabledToolsets(principal))])
    : null;
  return registeredTools.filter(
    ({ operation }) =>
      (enabled === null || enabled.has(operation.tool.toolset)) &&
      (view.toolsets === null || view.toolsets.has(operation.tool.toolset)) &&
      isReachable(visit, operation),
  );
}
