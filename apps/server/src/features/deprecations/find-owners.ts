import type { VisibleVersion } from "../../domain/design/version-visibility.ts";
import { selectProjectAdmins } from "../../domain/people/notified-members.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { findDependents } from "./find-dependents.ts";

/** A person who answers for something that depends on what ends. */
export interface Owner {
  readonly userId: string;
  readonly email: string;
  /** For people: `the suite Orders calls GET /orders`. */
  readonly reasons: string[];
}

/**
 * The Admins and Owners of every project with a dependent.
 *
 * @param keys - the operations of the version, such as `get /pets/{}`; null: all
 */
export async function findOwners(
  { db, organizationId, projectId }: Pick<ProjectContext, "db" | "organizationId" | "projectId">,
  version: VisibleVersion,
  keys: ReadonlySet<string> | null,
): Promise<Owner[]> {
  const dependents = await findDependents(db, version, projectId, keys);
  const projectIds = [...new Set(dependents.map((one) => one.projectId))];
  const admins = await selectProjectAdmins(db, organizationId, projectIds);
  const owners = new Map<string, { userId: string; reasons: Set<string> }>();
  for (const { userId, email, projectId: id } of admins) {
    const own = dependents.filter((one) => one.projectId === id);
    const { reasons } = owners.get(email) ?? { reasons: [] };
    const all = new Set([...reasons, ...own.map(({ reason }) => reason)]);
    owners.set(email, { userId, reasons: all });
  }
  return Array.from(owners, ([email, { userId, reasons }]) => ({
    userId,
    email,
    reasons: [...reasons],
  }));
}
