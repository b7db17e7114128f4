import type { AnyOperation } from "@lintel/contract/operation";
import { namesProject } from "@lintel/contract/wire";
import { principalOf, type Call } from "../../platform/kernel/call.ts";
import type { Fields } from "../../platform/kernel/kernel.ts";
import { invalid, Problem } from "../../platform/problem.ts";
import type { ToolRequest } from "./tool-request.ts";
import { isUuid } from "../../platform/uuid.ts";

/**
 * Calls an operation for an agent's connection: in its context, restricted by its address.
 *
 * @throws only a Problem; any other error is logged and becomes INTERNAL_ERROR.
 */
export async function callOperation(
  toolRequest: ToolRequest,
  operation: AnyOperation,
  given: Fields,
): Promise<unknown> {
  return (await callInContext(toolRequest, operation, given)).output;
}

/** The same with the project of the call, if it had one. */
export async function callInContext(
  toolRequest: ToolRequest,
  operation: AnyOperation,
  given: Fields,
): Promise<{ readonly output: unknown; readonly projectId: string | null }> {
  const call: Call = { ...toolRequest.caller, operation, isCallerAdmitted: true };
  try {
    if (toolRequest.refusal !== null) throw toolRequest.refusal;
    const outcome = await toolRequest.kernel.callWithFields(call, () =>
      addContext(toolRequest, call, given),
    );
    return { output: await outcome.output, projectId: call.contextProjectId ?? null };
  } catch (error) {
    const problem = await explain(toolRequest, call, given, error);
    if (problem.status >= 500) toolRequest.log.error({ err: error }, "a call failed");
    throw problem;
  }
}

/** The fields of a call, with those that the context adds. Evaluated only once the call is permitted. */
async function addContext(toolRequest: ToolRequest, call: Call, given: Fields): Promise<Fields> {
  const { operation } = call;
  const { isReadOnly, projectId: fixed } = toolRequest.view;
  if (isReadOnly && operation.effect !== "read") throw new Problem("CONNECTION_READ_ONLY");
  if (operation.context === "organization" && fixed !== null)
    throw new Problem("ORGANIZATION_CONTEXT_REQUIRED");
  if (operation.context !== "project") return given;
  const projectId = fixed ?? (await toolRequest.contexts.findProject(principalOf(call)));
  if (projectId === null) throw new Problem("CONTEXT_REQUIRED");
  call.contextProjectId = projectId;
  if (!namesProject(operation)) return given;
  if (Object.hasOwn(given, "projectId")) {
    const message = "Omit it: the project is that of the context.";
    throw invalid({ field: "projectId", code: "unknown", message });
  }
  return { ...given, projectId };
}

/** Describes a failure to the agent. For a specification of another project, names that project. */
async function explain(
  { contexts }: ToolRequest,
  call: Call,
  { specId }: Fields,
  error: unknown,
): Promise<Problem> {
  if (!(error instanceof Problem)) return new Problem("INTERNAL_ERROR");
  const { contextProjectId } = call;
  if (error.code !== "NOT_FOUND" || contextProjectId === undefined) return error;
  if (!isUuid(specId)) return error;
  const reason = contexts.explainMissingSpec(principalOf(call), contextProjectId, specId);
  return (await reason.catch(() => null)) ?? error;
}
