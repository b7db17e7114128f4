import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { Problem } from "../../platform/problem.ts";
import type { VersionPlace } from "./design.types.ts";

/** Endpoints that a specification may have on the free plan. */
const freeEndpoints = 20;

/**
 * Refuses a change after which a version would have more endpoints than the plan allows; one that
 * makes them fewer, or leaves them as they are, is never refused.
 * @throws Problem PLAN_LIMIT_REACHED
 */
export async function needRoom(
  { db, organizationId }: ProjectContext,
  { before, after }: { readonly before: number; readonly after: number },
): Promise<void> {
  if (after <= freeEndpoints || after <= before) return;
  const { plan } = await db
    .selectFrom("organization")
    .select("plan")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  if (plan !== "free") return;
  throw new Problem(
    "PLAN_LIMIT_REACHED",
    `On the free plan a specification has at most ${freeEndpoints} endpoints; this would make ${after}.`,
    { limit: freeEndpoints, wanted: after },
  );
}

/** The endpoints of a version that are there, or those that were deleted. */
export async function countEndpoints(
  { db }: Pick<ProjectContext, "db">,
  { organizationId, versionId }: VersionPlace,
  isDeleted = false,
): Promise<number> {
  const row = await db
    .selectFrom("endpoint")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("deletedAt", isDeleted ? "is not" : "is", null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
