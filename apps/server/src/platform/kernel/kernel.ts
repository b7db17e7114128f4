import type { AnyOperation } from "@lintel/contract/operation";
import { pathNames } from "@lintel/contract/wire";
import type { Platform } from "./platform.ts";
import { notFound, Problem } from "../problem.ts";
import { admitCall, admitCaller, checkPermission } from "./admission.ts";
import type { Call, Caller, Outcome } from "./call.ts";
import { revalidate } from "./identify-caller.ts";
import { toDatabaseProblem } from "./database-problem.ts";
import type { Implementation } from "./implementation.ts";
import { createInputValidator, type InputValidator, type WireInput } from "./input-validator.ts";
import { findVisibleProject } from "./find-visible-project.ts";
import { runOperation } from "./run-operation.ts";

/** The rules of every call, in one place and one order. */
export interface Kernel {
  /** Credential → rate limit → permission. Needs nothing of the body. */
  admit(call: Call): Promise<void>;
  /** Project, where the path names it, or a body that is not parsed yet: before anything of the body is refused. */
  findProject(call: Call, named: Fields): Promise<void>;
  /** Project → input → operation → audit. */
  perform(call: Call, input: WireInput): Promise<Outcome>;
  /** Credential → rate limit, where the operation is read later. */
  admitCaller(caller: Caller): Promise<void>;
  /** All of it, for callers who send one flat record; `fields` may wait for the permission. */
  callWithFields(call: Call, fields: Fields | (() => Promise<Fields>)): Promise<Outcome>;
}

export type Fields = Readonly<Record<string, unknown>>;

interface Bound {
  readonly implementation: Implementation;
  readonly validator: InputValidator;
}

export function createKernel(
  platform: Platform,
  implementations: readonly Implementation[],
): Kernel {
  const bound = bindAll(implementations);

  function find(operation: AnyOperation): Bound {
    const found = bound.get(operation.name);
    if (found === undefined) throw new Error(`Operation ${operation.name} has no handler.`);
    return found;
  }

  /** The rest of an admitted call. `named` are its unchecked fields. */
  async function perform(
    call: Call,
    named: Readonly<Record<string, unknown>>,
    validate: (validator: InputValidator) => Record<string, unknown>,
  ): Promise<Outcome> {
    const { implementation, validator } = find(call.operation);
    const run = async (): Promise<Outcome> => {
      const db = await platform.database();
      const projectId =
        call.projectId ?? (await findVisibleProject(platform, db, call, implementation, named));
      return runOperation(platform, db, call, implementation, projectId, validate(validator));
    };
    return withProblems(() =>
      call.isCurrent === undefined ? run() : runDuringRevalidation(call, run),
    );
  }

  /** Runs a call while its caller is revalidated, and again where the caller had changed. */
  async function runDuringRevalidation(call: Call, run: () => Promise<Outcome>): Promise<Outcome> {
    const outcome = run();
    // The output or failure is used only after the caller is revalidated.
    outcome.catch(() => {});
    if (await revalidate(platform, call)) return outcome;
    await checkPermission(platform, call);
    return run();
  }

  async function findProject(call: Call, named: Fields): Promise<void> {
    const { implementation } = find(call.operation);
    const isOfPath = isNamedByPath(call.operation);
    if (!isOfPath && named["projectId"] === undefined) return;
    const db = await platform.database();
    const projectId = await findVisibleProject(platform, db, call, implementation, named);
    // The project is taken from the parsed body.
    if (!isOfPath) return;
    // An id in a path that is not a UUID is not found.
    if (projectId === "") throw notFound("The project");
    call.projectId = projectId;
  }

  const admit = (call: Call) => withProblems(() => admitCall(platform, call));

  return {
    admit,
    findProject: (call, named) => withProblems(() => findProject(call, named)),
    admitCaller: (caller) => withProblems(() => admitCaller(platform, caller)),
    perform: (call, input) =>
      perform(call, { ...(input.body as object | undefined), ...input.texts }, (validator) =>
        validator.fromWire(input),
      ),
    async callWithFields(call, fields) {
      await admit(call);
      const given = typeof fields === "function" ? await withProblems(fields) : fields;
      return perform(call, given, (validator) => validator.fromFields(given));
    },
  };
}

function isNamedByPath({ context, rest }: AnyOperation): boolean {
  if (context !== "project" || rest === undefined) return false;
  return rest.project === "found" || pathNames(rest.path).includes("projectId");
}

function bindAll(implementations: readonly Implementation[]): Map<string, Bound> {
  return new Map(
    implementations.map((implementation) => [
      implementation.operation.name,
      { implementation, validator: createInputValidator(implementation.operation) },
    ]),
  );
}

/** Turns what the database refuses into a Problem; the transport logs every other failure. */
async function withProblems<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw (error instanceof Problem ? null : toDatabaseProblem(error)) ?? error;
  }
}
