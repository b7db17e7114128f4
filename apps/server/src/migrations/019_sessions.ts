import { sql, type Kysely } from "kysely";

/**
 * People sign in: their passwords, sessions with the tokens of each, and codes that are used once. A
 * membership gets an id of its own, by which identity providers name it (RFC 7644 §3.1).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `alter table user_account
    add column password_hash text,
    add column is_service boolean not null default false`,
  `alter table membership add column id uuid not null default gen_random_uuid()`,
  `create index membership_id on membership (organization_id, id)`,
  `create table session (
    id uuid primary key,
    user_id uuid not null references user_account on delete cascade,
    method text not null check (method in ('password', 'passkey', 'sso', 'setup', 'invitation', 'link')),
    connection_id uuid,
    created_at timestamptz(3) not null,
    authenticated_at timestamptz(3) not null,
    last_used_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    ended_at timestamptz(3),
    device text not null,
    address text not null)`,
  `create index session_of_user on session (user_id)`,
  `create index session_expiry on session (expires_at)`,
  // Of a refresh token that was exchanged, replaced_at is kept: its second use shows a theft.
  `create table session_token (
    digest text primary key,
    session_id uuid not null references session on delete cascade,
    kind text not null check (kind in ('access', 'refresh')),
    expires_at timestamptz(3) not null,
    replaced_at timestamptz(3))`,
  `create index session_token_session on session_token (session_id)`,
  `create index session_token_expiry on session_token (expires_at)`,
  // A session is cached for each organization, at the version of that organization.
  `create function bump_auth_versions_of_session() returns trigger language plpgsql as $$
  begin
    update organization set auth_version = auth_version + 1
      where id in (select organization_id from membership where user_id = old.user_id);
    return null;
  end $$`,
  `create trigger session_auth_version after delete or update of ended_at, authenticated_at on session
    for each row execute function bump_auth_versions_of_session()`,
  `create table one_time_code (
    digest text primary key,
    purpose text not null,
    organization_id uuid references organization on delete cascade,
    user_id uuid references user_account on delete cascade,
    data json not null,
    expires_at timestamptz(3) not null,
    used_at timestamptz(3))`,
  `create index one_time_code_expiry on one_time_code (expires_at)`,
  `create table invitation (
    organization_id uuid not null references organization on delete cascade,
    id uuid not null unique,
    email text not null,
    role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
    invited_by uuid references user_account on delete set null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    accepted_at timestamptz(3),
    revoked_at timestamptz(3),
    digest text not null,
    primary key (organization_id, id))`,
  `create unique index invitation_digest on invitation (digest)`,
];
