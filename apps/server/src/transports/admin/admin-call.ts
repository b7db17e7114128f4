import { operations, type OperationName } from "@lintel/contract/catalog";
import type { AnyOperation } from "@lintel/contract/operation";
import { namesProject } from "@lintel/contract/wire";
import { v7 } from "uuid";
import { createOperator } from "../../platform/credentials/operator.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { Kernel } from "../../platform/kernel/kernel.ts";
import { invalid, notFound, Problem } from "../../platform/problem.ts";
import { isUuid } from "../../platform/uuid.ts";

/** A call of the operator's command. */
export interface AdminRequest {
  readonly operation: string;
  readonly region: string;
  /** The organization's slug or id; null if there is only one, or none is needed. */
  readonly organization: string | null;
  readonly operator: string;
  /** Fields by name. `userId` may be an e-mail address, `projectId` a project's slug or name. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The parts of a region that the operator's calls need. */
export interface AdminRegion {
  readonly region: string;
  readonly kernel: Kernel;
  open(): Promise<{ readonly db: Database }>;
}

/** A version that no record has: the refusal contains the stored one. */
const noVersion = "AAAAAAAAAAA=";

/** Runs an operation as the operator, through the kernel like every other call. */
export async function callAsOperator(
  regions: readonly AdminRegion[],
  request: AdminRequest,
): Promise<unknown> {
  const operation = findOperation(request.operation);
  const region = regions.find((candidate) => candidate.region === request.region);
  if (region === undefined) {
    throw new Problem("UNKNOWN_REGION", `Region ${request.region} is not served here.`);
  }
  const { db } = await region.open();
  const isOfOrganization =
    operation.context !== "none" || operation.admin?.isOfOrganization === true;
  const organizationId = isOfOrganization ? await findOrganization(db, request.organization) : null;
  const fields = await resolveNames(db, operation, organizationId, request.fields);
  const evidence = { principal: createOperator(request.operator) };
  const run = async (given: Record<string, unknown>) => {
    const outcome = await region.kernel.callWithFields(
      { operation, requestId: v7(), evidence, organizationId },
      given,
    );
    return outcome.output;
  };
  const isVersioned = "rowVersion" in operation.input && fields["rowVersion"] === undefined;
  return isVersioned ? withPresentVersion(run, fields) : run(fields);
}

// The operator overrides what is stored, so the present version is used.
async function withPresentVersion(
  run: (fields: Record<string, unknown>) => Promise<unknown>,
  fields: Record<string, unknown>,
): Promise<unknown> {
  try {
    return await run({ ...fields, rowVersion: noVersion });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "CONCURRENCY_CONFLICT") throw error;
    return run({ ...fields, rowVersion: error.members["currentRowVersion"] });
  }
}

function findOperation(name: string): AnyOperation {
  const operation: AnyOperation | undefined = operations[name as OperationName];
  if (operation?.admin === undefined) throw notFound("The command");
  return operation;
}

async function findOrganization(db: Database, named: string | null): Promise<string> {
  const query = db.selectFrom("organization").select(["id", "slug"]).orderBy("slug");
  if (named !== null) {
    const column = isUuid(named) ? "id" : "slug";
    const found = await query.where(column, "=", named).executeTakeFirst();
    if (found === undefined)
      throw new Problem("NOT_FOUND", `There is no organization ${named}; see: admin org list`);
    return found.id;
  }
  const [first, ...others] = await query.limit(2).execute();
  if (first === undefined)
    throw new Problem("NOT_FOUND", "There is no organization yet; create one: admin org create");
  if (others.length === 0) return first.id;
  throw invalid({
    field: "org",
    code: "required",
    message: "There are several organizations: choose one with --org SLUG.",
  });
}

async function resolveNames(
  db: Database,
  operation: AnyOperation,
  organizationId: string | null,
  fields: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const resolved = { ...fields };
  const { userId, projectId } = fields;
  if ("userId" in operation.input && typeof userId === "string" && userId.includes("@")) {
    resolved["userId"] = await findUser(db, userId);
  }
  if (namesProject(operation) && typeof projectId === "string" && !isUuid(projectId)) {
    resolved["projectId"] = await findProject(db, organizationId ?? "", projectId);
  }
  return resolved;
}

async function findUser(db: Database, email: string): Promise<string> {
  const user = await db
    .selectFrom("userAccount")
    .select("id")
    .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  if (user === undefined)
    throw new Problem(
      "NOT_FOUND",
      `Nobody has the e-mail address ${email}; see: admin member list`,
    );
  return user.id;
}

async function findProject(db: Database, organizationId: string, named: string): Promise<string> {
  const project = await db
    .selectFrom("project")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where((eb) => eb.or([eb("slug", "=", named), eb("name", "=", named)]))
    .executeTakeFirst();
  if (project === undefined)
    throw new Problem("NOT_FOUND", `There is no project ${named}; see: admin project list`);
  return project.id;
}
