import { namesProject, pathNames } from "@lintel/contract/wire";
import { authorizeProject } from "../credentials/authorize.ts";
import type { Database } from "../database/open-database.ts";
import type { Platform } from "./platform.ts";
import { notFound, Problem } from "../problem.ts";
import { principalOf, type Call } from "./call.ts";
import type { Implementation } from "./implementation.ts";
import { checkPermission } from "./admission.ts";
import { nameOrganization } from "./identify-caller.ts";
import { recordingRefusal } from "./record.ts";
import { isUuid } from "../uuid.ts";

/** The call's project, which the caller may see; "" where the call has none. */
export async function findVisibleProject(
  platform: Platform,
  db: Database,
  call: Call,
  implementation: Implementation,
  named: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { operation } = implementation;
  if (operation.context !== "project") return "";
  const given = namesProject(operation)
    ? named["projectId"]
    : await locateProject(db, call, implementation, named);
  // The validator refuses what is no id: it knows whether that is a 400 or a 404.
  if (!isUuid(given)) return "";
  // Roles and limits of keys name the id in lower case, as the database writes it (RFC 9562 §4).
  const projectId = given.toLowerCase();
  if (principalOf(call).organizationId === null)
    await nameOrganizationOf(platform, db, call, projectId);
  const principal = principalOf(call);
  await recordingRefusal(platform, call, async () =>
    authorizeProject(principal, operation, projectId),
  );
  refuseOtherProject(call, projectId);
  if (
    call.credential !== undefined &&
    platform.principals.knowsProject(call.credential, projectId)
  ) {
    return projectId;
  }
  const organizationId = principal.organizationId ?? "";
  const found = await findProject(db, organizationId, projectId);
  if (found === undefined) throw notFound("The project");
  platform.principals.keepProject(projectId, organizationId, found.authVersion);
  return projectId;
}

/** A caller who belongs to several organizations is checked again in that of the project. */
async function nameOrganizationOf(
  platform: Platform,
  db: Database,
  call: Call,
  projectId: string,
): Promise<void> {
  const query = db.selectFrom("project").select("organizationId").where("id", "=", projectId);
  const found = await query.executeTakeFirst();
  if (found === undefined) throw notFound("The project");
  await nameOrganization(platform, call, found.organizationId);
  await checkPermission(platform, call);
}

function refuseOtherProject({ contextProjectId }: Call, projectId: string): void {
  if (contextProjectId === undefined || contextProjectId === projectId) return;
  throw new Problem(
    "CONTEXT_MISMATCH",
    `The resource is in project ${projectId}; the context is project ${contextProjectId}.`,
    { requestedProjectId: projectId, contextProjectId },
  );
}

/** One statement, so that the project existed at the version. */
function findProject(db: Database, organizationId: string, projectId: string) {
  return db
    .selectFrom("project as p")
    .innerJoin("organization as o", "o.id", "p.organizationId")
    .select("o.authVersion")
    .where("p.organizationId", "=", organizationId)
    .where("p.id", "=", projectId)
    .executeTakeFirst();
}

/** The project of the record that the fields name; null where a field of it is no id. */
async function locateProject(
  db: Database,
  call: Call,
  implementation: Implementation,
  named: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  const path: Record<string, string> = {};
  for (const name of pathNames(implementation.operation.rest?.path ?? "")) {
    const value = named[name];
    if (!isUuid(value)) return null;
    path[name] = value;
  }
  const { organizationId } = principalOf(call);
  const found =
    organizationId === null ? null : await implementation.locate?.(db, organizationId, path);
  if (found === null || found === undefined) throw notFound("The resource");
  return found;
}
