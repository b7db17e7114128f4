import type { AnyOperation } from "@lintel/contract/operation";
import { mayCall, mayIn } from "../../platform/credentials/authorize.ts";
import { principalOf } from "../../platform/kernel/call.ts";
import type { Visit } from "./visit.ts";

/** Whether the caller may call an operation somewhere, as its connection's address leaves it. */
export function isReachable({ caller, view }: Visit, operation: AnyOperation): boolean {
  const principal = principalOf(caller);
  if (principal.kind === "operator" || !mayCall(principal, operation)) return false;
  if (view.isReadOnly && operation.effect !== "read") return false;
  const { permission, context } = operation;
  if (view.projectId === null) return true;
  if (context === "organization") return false;
  if (context === "none" || permission === null || permission === "operator") return true;
  return mayIn(principal, view.projectId, permission);
}
