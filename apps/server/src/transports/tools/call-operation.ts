import type { AnyOperation } from "@lintel/contract/operation";
import { namesProject } from "@lintel/contract/wire";
import { principalOf, type Call } from "../../platform/kernel/call.ts";
import type { Fields } from "../../platform/kernel/kernel.ts";
import { invalid, Problem } from "../../platform/problem.ts";
import type { Visit } from "./visit.ts";

/**
 * Calls an operation for an agent's connection: in its context, restricted by its address.
 *
 * @throws only a Problem; any other error is logged and becomes INTERNAL_ERROR.
 */
export async function callOperation(
  visit: Visit,
  operation: AnyOperation,
  given: Fields,
): Promise<unknown> {
  return (await callInContext(visit, operation, given)).output;
}

/** The same with the project of the call, if it had one. */
export async function callInContext(
  visit: Visit,
  operation: AnyOperation,
  given: Fields,
): Promise<{ readonly output: unknown; readonly projectId: string | null }> {
  const call: Call = { ...visit.caller, operation, isCallerAdmitted: true };
  try {
    if (visit.refusal !== null) throw visit.refusal;
    const outcome = await visit.kernel.callWithFields(call, () => addContext(visit, call, given));
    return { output: await outcome.output, projectId: call.contextProjectId ?? null };
  } catch (error) {
    const problem = await explain(visit, call, given, error);
    if (problem.status >= 500) visit.log.error({ err: error }, "a call failed");
    throw problem;
  }
}

/** The fields of a call, with those that the context adds. Evaluated only once the call is permitted. */
async function addContext(visit: Visit, call: Call, given: Fields): Promise<Fields> {
  const { operation } = call;
  const { isReadOnly, projectId: fixed } = visit.view;
  if (isReadOnly && operation.effect !== "read") throw new Problem("CONNECTION_READ_ONLY");
  if (operation.context === "organization" && fixed !== null)
    throw new Problem("ORGANIZATION_CONTEXT_REQUIRED");
  if (operation.context !== "project") return given;
  const projectId = fixed ?? (await visit.contexts.findProject(principalOf(call)));
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
  { contexts }: Visit,
  call: Call,
  { specId }: Fields,
  error: unknown,
): Promise<Problem> {
  if (!(error instanceof Problem)) return new Problem("INTERNAL_ERROR");
  const { contextProjectId } = call;
  if (error.code !== "NOT_FOUND" || contextProjectId === undefined) return error;
  if (typeof specId !== "string" || !uuidPattern.test(specId)) return error;
  const reason = contexts.explainMissingSpec(principalOf(call), contextProjectId, specId);
  return (await reason.catch(() => null)) ?? error;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
