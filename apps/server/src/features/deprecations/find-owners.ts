import type { VisibleVersion } from "../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { selectProjectAdmins } from "./dependents.store.ts";
import { findDependents } from "./find-dependents.ts";

/** A person who answers for something that depends on what ends. */
export interface Owner {
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
  { db, organizationId, projectId }: ProjectContext,
  version: VisibleVersion,
  keys: ReadonlySet<string> | null,
): Promise<Owner[]> {
  const dependents = await findDependents(db, version, projectId, keys);
  const projectIds = [...new Set(dependents.map((one) => one.projectId))];
  const admins = await selectProjectAdmins(db, organizationId, projectIds);
  const owners = new Map<string, Set<string>>();
  for (const admin of admins) {
    const own = dependents.filter((one) => one.projectId === admin.projectId);
    const reasons = owners.get(admin.email) ?? new Set();
    owners.set(admin.email, new Set([...reasons, ...own.map(({ reason }) => reason)]));
  }
  return Array.from(owners, ([email, reasons]) => ({ email, reasons: [...reasons] }));
}
