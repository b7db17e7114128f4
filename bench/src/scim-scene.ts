import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import {
  digestSecret,
  makeSecret,
  scimPrefix,
} from "@lintel/server/platform/credentials/secret-format";
import {
  openDatabase,
  type Database,
  type DatabaseLocation,
} from "@lintel/server/platform/database/open-database";
import { seedCallers, type Caller } from "./seed.ts";

/** An organization with users and a token. */
export interface ScimScene {
  readonly base: string;
  readonly token: string;
  readonly ids: readonly string[];
}

export interface ScimScenes {
  /** With 1,000 users. */
  readonly users: ScimScene;
  /** With a group of 10,000 members, an empty one, and 256 users in no group. */
  readonly groups: ScimScene & { readonly large: string; readonly empty: string };
}

const memberCount = 10_000;
const otherCount = 256;

/** Fills an empty database. It writes directly to the tables, because the API would take minutes. */
export async function seedScim(location: DatabaseLocation): Promise<ScimScenes> {
  const [first, second] = await seedCallers(location, 2, 1, 1);
  if (first === undefined || second === undefined) throw new Error("There is no organization.");
  const database = await openDatabase(location);
  const { db } = database;
  try {
    const users = await seedUsers(db, first, "user", 1000);
    const all = await seedUsers(db, second, "member", memberCount + otherCount);
    const [large, empty] = [randomUUID(), randomUUID()];
    for (const [id, name] of [
      [large, "Large"],
      [empty, "Empty"],
    ])
      await sql`insert into scim_group (organization_id, id, display_name, created_at, modified_at)
        values (${second.organizationId}, ${id}, ${name}, now(), now())`.execute(db);
    await sql`insert into scim_group_member (organization_id, group_id, membership_id)
      select ${second.organizationId}, ${large}, id
      from unnest(${all.ids.slice(otherCount)}::uuid[]) as member (id)`.execute(db);
    await sql`analyze`.execute(db);
    return { users, groups: { ...all, ids: all.ids.slice(0, otherCount), large, empty } };
  } finally {
    await database.close();
  }
}

async function seedUsers(
  db: Database,
  { organizationId, organizationSlug }: Caller,
  name: string,
  count: number,
): Promise<ScimScene> {
  const token = makeSecret(scimPrefix);
  const tokenId = randomUUID();
  const addresses = `${name}-%@example.com`;
  for (const statement of [
    // The triggers would update one row for each member.
    sql`alter table membership disable trigger user`,
    sql`update organization set is_scim_enabled = true where id = ${organizationId}`,
    sql`insert into scim_token (organization_id, id, name, prefix, created_at)
      values (${organizationId}, ${tokenId}, 'bench', 'svc_scim_', now())`,
    sql`insert into credential (digest, kind, organization_id, subject_id)
      values (${digestSecret(token)}, 'scim', ${organizationId}, ${tokenId})`,
    sql`insert into user_account (id, email, name, created_at)
      select gen_random_uuid(), ${name}::text || '-' || at || '@example.com', 'User ' || at, now()
      from generate_series(0, ${count - 1}::int) as at`,
    sql`insert into membership (organization_id, user_id, role, is_active, created_at, modified_at)
      select ${organizationId}::uuid, id, 'viewer', true, now(), now() from user_account
      where email like ${addresses}`,
    sql`insert into scim_user (organization_id, user_id, user_name, given_name, family_name,
        display_name, emails, email_keys, created_at, modified_at)
      select ${organizationId}::uuid, id, email, 'Given', 'Family', name,
        json_build_array(json_build_object('value', email, 'type', 'work', 'isPrimary', true,
          'display', null)),
        array[email], now(), now()
      from user_account where email like ${addresses}`,
    sql`alter table membership enable trigger user`,
  ])
    await statement.execute(db);
  const { rows } = await sql<{ id: string }>`
    select m.id from membership as m join scim_user as s using (organization_id, user_id)
    where organization_id = ${organizationId} order by m.id`.execute(db);
  return { base: `/scim/v2/${organizationSlug}`, token, ids: rows.map(({ id }) => id) };
}
