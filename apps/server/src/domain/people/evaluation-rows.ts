import type { Role } from "@lintel/contract/words/permissions";
import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { RoleRules } from "./match-groups.ts";

/** A member whose role is to be evaluated. */
export interface EvaluatedMember {
  readonly userId: string;
  readonly membershipId: string;
  readonly email: string;
  readonly role: Role;
  readonly evaluatedAt: Date | null;
  /** The groups of the last assertion; null where SCIM groups set the role. */
  readonly assertedGroups: readonly string[] | null;
  readonly dueAt: Date | null;
  readonly isBreakGlass: boolean;
}

export async function selectRoleRules(db: Database, organizationId: string): Promise<RoleRules> {
  const { fallbackRole } = await db
    .selectFrom("organization")
    .select("fallbackRole")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const mappings = await db
    .selectFrom("groupMapping")
    .select(["id", "groupName", "groupKey", "priority"])
    .select((eb) => eb.ref("role").$castTo<Role>().as("role"))
    .where("organizationId", "=", organizationId)
    .orderBy("priority", "desc")
    .orderBy("groupKey")
    .execute();
  return { fallbackRole: fallbackRole as Role, mappings };
}

/**
 * Locks the last evaluations of active members, and creates those that are missing, so that evaluations
 * of one person run one after the other: each reads the groups that the previous one left.
 */
export async function lockEvaluations(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    insert into role_evaluation (organization_id, user_id, evaluated_at)
    select organization_id, user_id, '-infinity' from membership
    where organization_id = ${organizationId} and user_id = any(${userIds}::uuid[]) and is_active
    order by user_id
    on conflict do nothing`.execute(db);
  await db
    .selectFrom("roleEvaluation")
    .select("userId")
    .where("organizationId", "=", organizationId)
    .where(isOneOf("user_id", userIds))
    .orderBy("userId")
    .forUpdate()
    .execute();
}

/** The active ones of these users. */
export function selectEvaluatedMembers(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<EvaluatedMember[]> {
  return db
    .selectFrom("membership as m")
    .innerJoin("userAccount as u", "u.id", "m.userId")
    .leftJoin("roleEvaluation as e", (join) =>
      join.onRef("e.organizationId", "=", "m.organizationId").onRef("e.userId", "=", "m.userId"),
    )
    .leftJoin("breakGlassOwner as b", (join) =>
      join.onRef("b.organizationId", "=", "m.organizationId").onRef("b.userId", "=", "m.userId"),
    )
    .where("m.organizationId", "=", organizationId)
    .where("m.isActive", "=", true)
    .where(isOneOf("m.user_id", userIds))
    .select(["m.userId", "m.id as membershipId", "u.email", "e.assertedGroups", "e.dueAt"])
    .select((eb) => [
      eb.ref("m.role").$castTo<Role>().as("role"),
      sql<Date | null>`nullif(e.evaluated_at, '-infinity')`.as("evaluatedAt"),
      eb("b.userId", "is not", null).$castTo<boolean>().as("isBreakGlass"),
    ])
    .orderBy("m.userId")
    .execute();
}

/** Active members whose roles follow groups: those who were evaluated, and members of SCIM groups. */
export async function selectConcerned(
  db: Database,
  organizationId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("membership as m")
    .select("m.userId")
    .where("m.organizationId", "=", organizationId)
    .where("m.isActive", "=", true)
    .where("m.userId", ">", after)
    .where(isConcerned)
    .orderBy("m.userId")
    .limit(limit)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Whether the role of the membership `m` follows groups. */
export const isConcerned = sql<boolean>`(
  exists (select from role_evaluation as e
    where e.organization_id = m.organization_id and e.user_id = m.user_id)
  or exists (select from scim_group_member as gm
    where gm.organization_id = m.organization_id and gm.membership_id = m.id))`;

/** When deferred evaluations of these users are due. */
export async function selectDue(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<{ readonly userId: string; readonly dueAt: Date }[]> {
  const rows = await db
    .selectFrom("roleEvaluation")
    .select(["userId", "dueAt"])
    .where("organizationId", "=", organizationId)
    .where(isOneOf("user_id", userIds))
    .where("dueAt", "is not", null)
    .orderBy("userId")
    .forUpdate()
    .execute();
  return rows.flatMap(({ userId, dueAt }) => (dueAt === null ? [] : [{ userId, dueAt }]));
}

/** The names of the provisioned groups of memberships. */
export async function selectScimGroupNames(
  db: Database,
  organizationId: string,
  membershipIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom("scimGroupMember as gm")
    .innerJoin("scimGroup as g", (join) =>
      join.onRef("g.organizationId", "=", "gm.organizationId").onRef("g.id", "=", "gm.groupId"),
    )
    .select(["gm.membershipId", "g.displayName"])
    .where("gm.organizationId", "=", organizationId)
    .where(isOneOf("gm.membership_id", membershipIds))
    .execute();
  const byMembership = Map.groupBy(rows, ({ membershipId }) => membershipId);
  return new Map(
    Array.from(byMembership, ([id, groups]) => [id, groups.map((group) => group.displayName)]),
  );
}

/** Writes that members were evaluated; a `dueAt` says that an evaluation is still to come. */
export async function writeEvaluations(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
  values: {
    readonly assertedGroups: readonly string[] | null | "kept";
    readonly evaluatedAt: Date | "kept";
    readonly dueAt: Date | null | "kept";
  },
): Promise<void> {
  if (userIds.length === 0) return;
  const { assertedGroups, evaluatedAt, dueAt } = values;
  await db
    .updateTable("roleEvaluation")
    .set({
      ...(dueAt === "kept" ? {} : { dueAt }),
      ...(evaluatedAt === "kept" ? {} : { evaluatedAt }),
      ...(assertedGroups === "kept"
        ? {}
        : { assertedGroups: assertedGroups === null ? null : JSON.stringify(assertedGroups) }),
    })
    .where("organizationId", "=", organizationId)
    .where(isOneOf("user_id", userIds))
    .execute();
}

export async function updateRoles(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
  role: Role,
  now: Date,
): Promise<void> {
  await db
    .updateTable("membership")
    .set({ role, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where(isOneOf("user_id", userIds))
    .execute();
}

const isOneOf = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${sql.val(ids)}::uuid[])`;
