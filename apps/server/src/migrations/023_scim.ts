import { sql, type Kysely } from "kysely";

/** What identity providers write over SCIM, and the tokens that they send. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const stamped = `
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null,
  row_version bigint not null default 1`;

const statements = [
  `alter table organization add column is_scim_enabled boolean not null default false`,
  `create trigger organization_scim_auth_version before update of is_scim_enabled on organization
    for each row execute function bump_own_auth_version()`,
  // What SCIM wrote of a member. Without a row, a member is shown with the account's name and address.
  `create table scim_user (
    organization_id uuid not null,
    user_id uuid not null,
    user_name text,
    external_id text,
    given_name text,
    family_name text,
    display_name text,
    emails json not null,
    email_keys text[] not null,
    needs_acceptance boolean not null default false,
    pending_since timestamptz(3),
    deleted_at timestamptz(3),
    ${stamped},
    primary key (organization_id, user_id),
    foreign key (organization_id, user_id) references membership (organization_id, user_id)
      on delete cascade)`,
  `create unique index scim_user_name on scim_user (organization_id, lower(user_name))
    where deleted_at is null`,
  `create unique index scim_user_external_id on scim_user (organization_id, external_id)
    where deleted_at is null`,
  `create index scim_user_emails on scim_user using gin (email_keys)`,
  `create index scim_user_pending on scim_user (user_id) where pending_since is not null`,
  // Ids of users and groups that are gone, so that a repeated DELETE of one succeeds.
  `create table scim_removed (
    organization_id uuid not null references organization on delete cascade,
    id uuid not null,
    removed_at timestamptz(3) not null,
    primary key (organization_id, id))`,
  `create function keep_removed_scim_id() returns trigger language plpgsql as $$
  begin
    insert into scim_removed (organization_id, id, removed_at)
      select id, old.id, now() from organization where id = old.organization_id
      on conflict do nothing;
    return null;
  end $$`,
  ...["membership", "scim_group"].map(
    (table) => `create trigger ${table}_removed_scim_id after delete on ${table}
      for each row execute function keep_removed_scim_id()`,
  ),
  `create table scim_token (
    organization_id uuid not null references organization on delete cascade,
    id uuid not null unique,
    name text not null,
    prefix text not null,
    created_by uuid references user_account on delete set null,
    expires_at timestamptz(3),
    last_used_at timestamptz(3),
    revoked_at timestamptz(3),
    created_at timestamptz(3) not null,
    primary key (organization_id, id))`,
  // The last use of a token is no change of what it may do.
  `create trigger scim_token_auth_version after insert or delete or update of
      name, expires_at, revoked_at on scim_token
    for each row execute function bump_auth_version()`,
];
