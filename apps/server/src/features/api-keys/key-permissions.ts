import type { Grant } from "@lintel/contract/shapes/account";
import type { Database } from "../../platform/database/open-database.ts";
import { invalid } from "../../platform/problem.ts";
import { selectVisibleProjects } from "./api-key.store.ts";

/** The owner of the key. A grant may name only projects that are visible to the owner. */
export interface KeyOwner {
  readonly organizationId: string;
  readonly userId: string;
}

/**
 * Refuses permissions that do not match the access: a full key has none, a scoped key at least one.
 */
export function checkAccess(access: "full" | "scoped", permissions: readonly Grant[]): void {
  if (access === "full" && permissions.length > 0) {
    throw invalid({
      field: "permissions",
      code: "notAllowed",
      message: "A full-access key takes no permissions; send access: scoped, or leave them out.",
    });
  }
  if (access === "scoped" && permissions.length === 0) {
    throw invalid({
      field: "permissions",
      code: "required",
      message: "A scoped key needs at least one permission.",
    });
  }
}

/** Refuses projects that are not the organization's, or hidden from the key's owner. */
export async function checkProjects(
  db: Database,
  owner: KeyOwner,
  permissions: readonly Grant[],
): Promise<void> {
  const ids = permissions.map((grant) => grant.projectId).filter((id) => id !== null);
  if (ids.length === 0) return;
  const visible = await selectVisibleProjects(db, owner.organizationId, owner.userId, ids);
  const errors = permissions.flatMap(({ projectId }, at) =>
    projectId === null || visible.has(projectId)
      ? []
      : [
          {
            field: `permissions[${at}].projectId`,
            code: "unknownProject",
            message: "Is no project that the key's owner can see.",
          },
        ],
  );
  if (errors.length > 0) throw invalid(...errors);
}

/** Normalizes ids to the database's spelling, because every call compares them as text. */
export function normalizeGrants(permissions: readonly Grant[]): Grant[] {
  return permissions.map(({ permission, projectId }) => ({
    permission,
    projectId: projectId?.toLowerCase() ?? null,
  }));
}
