import { sql, type Kysely } from "kysely";

/**
 * The authorization server: clients that registered themselves, what people granted to clients, and
 * codes and tokens by the digests of their values. A context of tools belongs to a key or to a grant.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table oauth_client (
    id text primary key,
    metadata json not null,
    created_at timestamptz(3) not null,
    last_used_at timestamptz(3) not null)`,
  `create index oauth_client_last_used_at on oauth_client (last_used_at)`,
  `create table oauth_grant (
    organization_id uuid not null references organization on delete cascade,
    id uuid not null unique,
    user_id uuid not null references user_account,
    client_id text not null,
    client_name text not null,
    redirect_host text,
    permissions json not null,
    project_id uuid,
    last_used_at timestamptz(3),
    revoked_at timestamptz(3),
    created_at timestamptz(3) not null,
    modified_at timestamptz(3) not null,
    row_version bigint not null default 1,
    primary key (organization_id, id))`,
  `create index oauth_grant_user on oauth_grant (organization_id, user_id)`,
  `create index oauth_grant_client on oauth_grant (client_id)`,
  // The last use of a grant is no change of what it allows.
  `create trigger oauth_grant_auth_version after insert or delete or update of
      user_id, client_name, permissions, project_id, revoked_at on oauth_grant
    for each row execute function bump_auth_version()`,
  `create table oauth_artifact (
    digest text primary key,
    kind text not null,
    grant_id uuid references oauth_grant (id) on delete cascade,
    user_code_digest text,
    payload text not null,
    expires_at timestamptz(3) not null,
    consumed_at timestamptz(3),
    answer text)`,
  `create index oauth_artifact_grant on oauth_artifact (grant_id)`,
  `create unique index oauth_artifact_user_code on oauth_artifact (user_code_digest)`,
  `create index oauth_artifact_expiry on oauth_artifact (expires_at)`,
  `create table oauth_tool_context (
    organization_id uuid not null,
    key_id uuid not null,
    project_id uuid,
    toolsets json not null,
    modified_at timestamptz(3) not null,
    primary key (organization_id, key_id),
    foreign key (organization_id, key_id) references oauth_grant (organization_id, id) on delete cascade)`,
];
