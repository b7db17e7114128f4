import type { AnyOperation } from "@lintel/contract/operation";
import { namesProject } from "@lintel/contract/wire";
import type { Database } from "../database/open-database.ts";
import { inTransaction } from "../database/transaction.ts";
import type { Platform } from "./platform.ts";
import { Problem } from "../problem.ts";
import { matchesTag } from "./entity-tag.ts";
import { principalOf, type Call, type Outcome } from "./call.ts";
import { identifyAgain } from "./identify-caller.ts";
import type { Emission, Emitted } from "../events/emission.ts";
import type { Implementation, ProjectContext } from "./implementation.ts";
import { recordChange, recordingRefusal } from "./record.ts";

/** Runs the operation, with its events and audit entry in the same transaction where it changes something. */
export async function runOperation(
  platform: Platform,
  db: Database,
  call: Call,
  implementation: Implementation,
  projectId: string,
  input: Record<string, unknown>,
): Promise<Outcome> {
  const tag = await findUnchanged(platform, db, call, implementation, projectId, input);
  if (tag !== null) return { kind: "unchanged", output: null, tag };
  const accepted = await recordingRefusal(platform, call, () =>
    runHandler(platform, db, call, implementation, projectId, input),
  );
  const { finish, isHeld } = implementation;
  if (finish === undefined) return { kind: "output", output: accepted };
  const output = finish(accepted as never);
  return isHeld?.(accepted as never) === true
    ? { kind: "held", output }
    : { kind: "output", output: await output };
}

/** The tag of the answer, where the caller said that it has an answer of that tag. */
async function findUnchanged(
  platform: Platform,
  db: Database,
  call: Call,
  { operation, probe }: Implementation,
  projectId: string,
  input: Record<string, unknown>,
): Promise<string | null> {
  if (probe === undefined || call.ifNoneMatch === undefined) return null;
  const context = createContext(platform, call, projectId, []);
  const tag = await probe({ ...context, db }, withoutProject(operation, input) as never);
  return matchesTag(call.ifNoneMatch, tag) ? tag : null;
}

async function runHandler(
  platform: Platform,
  db: Database,
  call: Call,
  implementation: Implementation,
  projectId: string,
  input: Record<string, unknown>,
): Promise<unknown> {
  const { operation } = implementation;
  const emitted: Emitted[] = [];
  const context = createContext(platform, call, projectId, emitted);
  const fields = withoutProject(operation, input) as never;
  const prepared = (await implementation.prepare?.({ ...context, db }, fields)) as never;
  const run = (executor: Database) =>
    implementation.handle({ ...context, db: executor }, fields, prepared);
  try {
    if (operation.effect === "read" && !principalOf(call).isFullyAudited) return await run(db);
    const output = await inTransaction(db, async (trx) => {
      emitted.length = 0;
      const made = await run(trx);
      await recordChange(platform, trx, call, emitted);
      return made;
    });
    const changed = emitted.map((event) => event.organizationId ?? context.organizationId);
    for (const organizationId of new Set(changed)) platform.events.wake(organizationId);
    return output;
  } finally {
    implementation.release?.(prepared);
  }
}

function createContext(
  platform: Platform,
  call: Call,
  projectId: string,
  emitted: Emitted[],
): Omit<ProjectContext, "db"> {
  const principal = principalOf(call);
  const { organizationId } = principal;
  if (organizationId === null && call.operation.context !== "none") {
    throw new Problem("VALIDATION_FAILED", "Name the organization: --org SLUG.");
  }
  return {
    principal,
    organizationId: organizationId ?? "",
    projectId,
    now: platform.clock.now(),
    requestId: call.requestId,
    region: platform.region,
    connection: call.connection ?? { projectId: null, isReadOnly: false, toolsets: null },
    isAgent: call.isAgent === true,
    revalidate: () => identifyAgain(platform, call),
    emit: (name, event) =>
      void emitted.push({ projectId: projectId || null, ...(event as Emission), name }),
  };
}

function withoutProject(operation: AnyOperation, input: Record<string, unknown>) {
  if (!namesProject(operation) || "projectId" in operation.input) return input;
  const { projectId: _, ...rest } = input;
  return rest;
}
