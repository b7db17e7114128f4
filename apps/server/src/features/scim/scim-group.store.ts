import { sql, type RawBuilder } from "kysely";
import type { GroupFilter } from "@lintel/scim/filter";
import type { MemberChange } from "@lintel/scim/group-patch";
import type { Database } from "../../platform/database/open-database.ts";

export interface StoredScimGroup {
  readonly id: string;
  readonly displayName: string;
  readonly externalId: string | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  readonly rowVersion: string;
}

export interface StoredGroupMember {
  readonly groupId: string;
  readonly id: string;
  readonly display: string | null;
}

export interface ListedGroups {
  readonly organizationId: string;
  readonly filter: GroupFilter | null;
}

const columns = [
  "id",
  "displayName",
  "externalId",
  "createdAt",
  "modifiedAt",
  "rowVersion",
] as const;

function listed(db: Database, { organizationId, filter }: ListedGroups) {
  const query = db.selectFrom("scimGroup").where("organizationId", "=", organizationId);
  if (filter === null) return query;
  return filter.attribute === "externalId"
    ? query.where("externalId", "=", filter.value)
    : query.where(sql<boolean>`lower(display_name) = lower(${filter.value})`);
}

/** The groups of a page, in the order of their ids. */
export function selectScimGroups(
  db: Database,
  groups: ListedGroups,
  page: { readonly skip: number; readonly take: number },
): Promise<StoredScimGroup[]> {
  return listed(db, groups)
    .select(columns)
    .orderBy("id")
    .offset(page.skip)
    .limit(page.take)
    .execute();
}

export async function countScimGroups(db: Database, groups: ListedGroups): Promise<number> {
  const { total } = await listed(db, groups)
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export function selectScimGroup(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredScimGroup | undefined> {
  return db
    .selectFrom("scimGroup")
    .select(columns)
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The same, locked: changes of one group run one after the other. */
export function lockScimGroup(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredScimGroup | undefined> {
  return db
    .selectFrom("scimGroup")
    .select(columns)
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The members of groups, with the names that people know them by. */
export async function selectGroupMembers(
  db: Database,
  organizationId: string,
  groupIds: readonly string[],
): Promise<StoredGroupMember[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await sql<StoredGroupMember>`
    select gm.group_id, m.id,
      coalesce(s.display_name, case when s.user_id is null then u.name end, s.user_name, u.email)
        as display
    from scim_group_member as gm
    join membership as m on m.organization_id = gm.organization_id and m.id = gm.membership_id
    join user_account as u on u.id = m.user_id
    left join scim_user as s on s.organization_id = m.organization_id and s.user_id = m.user_id
    where gm.organization_id = ${organizationId} and gm.group_id = any(${groupIds}::uuid[])
    order by gm.group_id, m.id`.execute(db);
  return rows;
}

export async function insertScimGroup(
  db: Database,
  group: { organizationId: string; id: string; displayName: string; externalId: string | null },
  now: Date,
): Promise<void> {
  await db
    .insertInto("scimGroup")
    .values({ ...group, createdAt: now, modifiedAt: now, rowVersion: 1 })
    .execute();
}

export async function updateScimGroup(
  db: Database,
  organizationId: string,
  { id, displayName, externalId }: { id: string; displayName: string; externalId: string | null },
  now: Date,
): Promise<void> {
  await db
    .updateTable("scimGroup")
    .set({ displayName, externalId, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Its rows of members are deleted with it. */
export async function deleteScimGroupRow(
  db: Database,
  organizationId: string,
  id: string,
): Promise<void> {
  await db
    .deleteFrom("scimGroup")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/**
 * The ids that name no user of the organization. Locks the memberships until the transaction ends, so
 * that no user is deleted while it is added.
 */
export async function holdUsers(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from membership as m
    where m.organization_id = ${organizationId} and m.id = any(${ids}::uuid[])
      and not (select u.is_service from user_account as u where u.id = m.user_id)
      and not exists (select from scim_user as s where s.organization_id = m.organization_id
        and s.user_id = m.user_id and s.deleted_at is not null)
    order by m.id
    for key share`.execute(db);
  const present = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !present.has(id));
}

/** The users whose membership of the group changed. */
export interface ChangedMembers {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Inserts and deletes the rows that differ, and no other: a parallel change of the group stays. */
export async function changeMembers(
  db: Database,
  organizationId: string,
  groupId: string,
  { isEmptied, added, removed }: MemberChange,
): Promise<ChangedMembers> {
  const ids = [...added];
  const gone = isEmptied
    ? await deleteOthers(db, organizationId, groupId, ids)
    : await deleteMembers(db, organizationId, groupId, [...removed]);
  return { removed: gone, added: await insertMembers(db, organizationId, groupId, ids) };
}

async function insertMembers(
  db: Database,
  organizationId: string,
  groupId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  return selectUserIds(
    db,
    organizationId,
    sql`insert into scim_group_member (organization_id, group_id, membership_id)
      select ${organizationId}, ${groupId}, id from unnest(${ids}::uuid[]) as given (id)
      on conflict do nothing
      returning membership_id`,
  );
}

async function deleteMembers(
  db: Database,
  organizationId: string,
  groupId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  return selectUserIds(
    db,
    organizationId,
    sql`delete from scim_group_member
      where organization_id = ${organizationId} and group_id = ${groupId}
        and membership_id = any(${ids}::uuid[])
      returning membership_id`,
  );
}

/** Deletes the members that are not among the ids. */
async function deleteOthers(
  db: Database,
  organizationId: string,
  groupId: string,
  ids: readonly string[],
): Promise<string[]> {
  return selectUserIds(
    db,
    organizationId,
    sql`delete from scim_group_member as gm
      where organization_id = ${organizationId} and group_id = ${groupId}
        and not exists (select from unnest(${ids}::uuid[]) as given (id)
          where given.id = gm.membership_id)
      returning membership_id`,
  );
}

/** Runs a change that returns ids of memberships, and returns the ids of their users. */
async function selectUserIds(
  db: Database,
  organizationId: string,
  change: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    with changed as (${change})
    select m.user_id from changed
    join membership as m on m.organization_id = ${organizationId}
      and m.id = changed.membership_id`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** The users of a group. */
export async function selectGroupUserIds(
  db: Database,
  organizationId: string,
  groupId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("scimGroupMember as gm")
    .innerJoin("membership as m", (join) =>
      join
        .onRef("m.organizationId", "=", "gm.organizationId")
        .onRef("m.id", "=", "gm.membershipId"),
    )
    .select("m.userId")
    .where("gm.organizationId", "=", organizationId)
    .where("gm.groupId", "=", groupId)
    .execute();
  return rows.map(({ userId }) => userId);
}
