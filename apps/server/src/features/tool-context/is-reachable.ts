import type { AnyOperation } from "@lintel/contract/operation";
import { mayCall } from "../../platform/credentials/authorize.ts";
import type { Principal } from "../../platform/credentials/principal.ts";
import type { AgentConnection } from "../../platform/kernel/call.ts";

/** Whether a caller may call an operation over a connection in at least one project. */
export function isReachable(
  principal: Principal,
  { projectId, isReadOnly }: AgentConnection,
  operation: AnyOperation,
): boolean {
  if (!mayCall(principal, operation)) return false;
  if (isReadOnly && operation.effect !== "read") return false;
  const { permission, context } = operation;
  if (projectId === null) return true;
  if (context === "organization") return false;
  if (context === "none" || permission === null) return true;
  return principal.check(permission, { projectId }) === null;
}
