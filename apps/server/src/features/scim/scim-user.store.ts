import { sql, type RawBuilder } from "kysely";
import type { ScimEmail } from "@lintel/scim/emails";
import type { UserFilter } from "@lintel/scim/filter";
import type { UserAttributes } from "@lintel/scim/user";
import type { Role } from "@lintel/contract/words/permissions";
import { compileOnce } from "../../platform/database/compile-once.ts";
import type { Database } from "../../platform/database/open-database.ts";

/** A member as SCIM shows it, joined with the account. */
export interface StoredScimUser {
  readonly id: string;
  readonly userId: string;
  readonly role: Role;
  readonly isActive: boolean;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  readonly membershipVersion: string;
  readonly accountEmail: string;
  readonly accountName: string;
  /** null: SCIM wrote nothing of the member. */
  readonly scimVersion: string | null;
  readonly userName: string | null;
  readonly externalId: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly displayName: string | null;
  readonly emails: ScimEmail[] | null;
  readonly needsAcceptance: boolean | null;
  readonly pendingSince: Date | null;
  readonly writtenAt: Date | null;
}

export interface ListedUsers {
  readonly organizationId: string;
  readonly filter: UserFilter | null;
}

const fromMembers = sql`
  from membership as m
  join user_account as u on u.id = m.user_id
  left join scim_user as s on s.organization_id = m.organization_id and s.user_id = m.user_id`;

const columns = sql`
  m.id, m.user_id, m.role, m.is_active, m.created_at, m.modified_at,
  m.row_version as membership_version, u.email as account_email, u.name as account_name,
  s.row_version as scim_version, s.user_name, s.external_id, s.given_name, s.family_name,
  s.display_name, s.emails, s.needs_acceptance, s.pending_since, s.modified_at as written_at`;

/**
 * A condition for each filter. Addresses and names of the account count until SCIM wrote others. The few
 * ids are an array, so that a plan without values finds them first and does not read all members.
 */
const conditions: Readonly<
  Record<UserFilter["attribute"], (organizationId: string, value: string) => RawBuilder<unknown>>
> = {
  userName: (organizationId, value) => sql`m.user_id = any(array(
    select user_id from scim_user
    where organization_id = ${organizationId} and lower(user_name) = lower(${value})
      and deleted_at is null
    union all
    select account.id from user_account as account
    left join scim_user as named
      on named.organization_id = ${organizationId} and named.user_id = account.id
    where lower(account.email) = lower(${value}) and named.user_name is null))`,
  email: (organizationId, value) => sql`m.user_id = any(array(
    select user_id from scim_user
    where organization_id = ${organizationId} and email_keys @> array[lower(${value})]
    union all
    select account.id from user_account as account
    where lower(account.email) = lower(${value}) and not exists (
      select from scim_user as written
      where written.organization_id = ${organizationId} and written.user_id = account.id)))`,
  externalId: (_, value) => sql`s.external_id = ${value}`,
  displayName: (_, value) => sql`
    lower(case when s.user_id is null then u.name else s.display_name end) = lower(${value})`,
};

const listed = (organizationId: string, condition: RawBuilder<unknown>) => sql`
  ${fromMembers}
  where m.organization_id = ${organizationId} and not u.is_service and s.deleted_at is null
    and ${condition}`;

function statementsFor(condition: (organizationId: string, value: string) => RawBuilder<unknown>) {
  return {
    select: compileOnce(
      (db: Database, organizationId: string, value: string, skip: number, take: number) => {
        const statement = sql<StoredScimUser>`
          select ${columns} ${listed(organizationId, condition(organizationId, value))}
          order by m.id offset ${skip} limit ${take}`;
        return { compile: () => statement.compile(db) };
      },
    ),
    count: compileOnce((db: Database, organizationId: string, value: string) => {
      const statement = sql<{ total: string }>`
        select count(*) as total ${listed(organizationId, condition(organizationId, value))}`;
      return { compile: () => statement.compile(db) };
    }),
  };
}

const byFilter = {
  userName: statementsFor(conditions.userName),
  email: statementsFor(conditions.email),
  externalId: statementsFor(conditions.externalId),
  displayName: statementsFor(conditions.displayName),
  none: statementsFor(() => sql`true`),
};

/** The users of a page, in the order of their ids. */
export function selectScimUsers(
  db: Database,
  { organizationId, filter }: ListedUsers,
  page: { readonly skip: number; readonly take: number },
): Promise<StoredScimUser[]> {
  const { select } = byFilter[filter?.attribute ?? "none"];
  return select(db, organizationId, filter?.value ?? "", page.skip, page.take);
}

export async function countScimUsers(
  db: Database,
  { organizationId, filter }: ListedUsers,
): Promise<number> {
  const { count } = byFilter[filter?.attribute ?? "none"];
  const [row] = await count(db, organizationId, filter?.value ?? "");
  return Number(row?.total ?? 0);
}

const selectOne = compileOnce((db: Database, organizationId: string, id: string) => {
  const statement = sql<StoredScimUser>`
    select ${columns} ${listed(organizationId, sql`m.id = ${id}`)}`;
  return { compile: () => statement.compile(db) };
});

/** A user that was not deleted. */
export async function selectScimUser(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredScimUser | undefined> {
  const [row] = await selectOne(db, organizationId, id);
  return row;
}

const upsert = compileOnce(
  (
    db: Database,
    organizationId: string,
    userId: string,
    userName: string | null,
    externalId: string | null,
    givenName: string | null,
    familyName: string | null,
    displayName: string | null,
    emails: string,
    emailKeys: readonly string[],
    needsAcceptance: boolean,
    pendingSince: Date | null,
    now: Date,
    expected: string,
  ) => {
    const statement = sql<{ version: string }>`
      insert into scim_user as s (organization_id, user_id, user_name, external_id, given_name,
        family_name, display_name, emails, email_keys, needs_acceptance, pending_since, created_at,
        modified_at)
      values (${organizationId}, ${userId}, ${userName}, ${externalId}, ${givenName}, ${familyName},
        ${displayName}, ${emails}::json, ${emailKeys}::text[], ${needsAcceptance},
        ${pendingSince}::timestamptz, ${now}, ${now})
      on conflict (organization_id, user_id) do update set
        user_name = excluded.user_name, external_id = excluded.external_id,
        given_name = excluded.given_name, family_name = excluded.family_name,
        display_name = excluded.display_name, emails = excluded.emails,
        email_keys = excluded.email_keys, needs_acceptance = excluded.needs_acceptance,
        pending_since = excluded.pending_since, modified_at = excluded.modified_at,
        row_version = s.row_version + 1
      where s.row_version = ${expected}::bigint and s.deleted_at is null
      returning row_version as version`;
    return { compile: () => statement.compile(db) };
  },
);

/** What SCIM writes of a member; a userName of null follows the account's address. */
export interface WrittenUser extends Omit<UserAttributes, "userName"> {
  readonly organizationId: string;
  readonly userId: string;
  readonly userName: string | null;
  readonly needsAcceptance: boolean;
  readonly pendingSince: Date | null;
}

/**
 * Writes a user whose row has the expected version; null: there is no row. False if another call has
 * written it since.
 */
export async function writeScimUser(
  db: Database,
  user: WrittenUser,
  expected: string | null,
  now: Date,
): Promise<boolean> {
  const rows = await upsert(
    db,
    user.organizationId,
    user.userId,
    user.userName,
    user.externalId,
    user.givenName,
    user.familyName,
    user.displayName,
    JSON.stringify(user.emails),
    user.emails.map(({ value }) => value.toLowerCase()),
    user.needsAcceptance,
    user.pendingSince,
    now,
    // The version of no row.
    expected ?? "0",
  );
  return rows.length > 0;
}

/** Marks a user as deleted, which frees its userName and externalId. */
export async function deleteScimUserRow(
  db: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into scim_user (organization_id, user_id, emails, email_keys, created_at, modified_at,
      deleted_at)
    values (${organizationId}, ${userId}, '[]', '{}', ${now}, ${now}, ${now})
    on conflict (organization_id, user_id) do update set deleted_at = excluded.deleted_at,
      pending_since = null, modified_at = excluded.modified_at,
      row_version = scim_user.row_version + 1`.execute(db);
}

/** The ids of live users that have the userName or the externalId, except one of them. */
export async function selectRivals(
  db: Database,
  organizationId: string,
  { userName, externalId }: { userName: string; externalId: string | null },
): Promise<{ readonly id: string; readonly hasUserName: boolean }[]> {
  const isNamed = conditions.userName(organizationId, userName);
  const isExternal = externalId === null ? sql`false` : conditions.externalId("", externalId);
  const { rows } = await sql<{ id: string; hasUserName: boolean }>`
    select m.id, ${isNamed} as has_user_name
    ${listed(organizationId, sql`(${isNamed} or ${isExternal})`)}`.execute(db);
  return rows;
}
