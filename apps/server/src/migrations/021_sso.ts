import { sql, type Kysely } from "kysely";

/**
 * Connections to identity providers, with the trace of their last sign-ins. Requests and used
 * assertions are kept until they expire, so that each is accepted once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const ofConnection = `
  foreign key (organization_id, connection_id) references sso_connection (organization_id, id)
    on delete cascade`;

const statements = [
  `create table sso_connection (
    organization_id uuid not null references organization on delete cascade,
    id uuid not null unique,
    name text not null,
    protocol text not null check (protocol in ('saml', 'oidc')),
    status text not null check (status in ('draft', 'active', 'disabled', 'error')),
    failure text check (failure in ('handshakes', 'certificateExpired')),
    saml json,
    oidc json,
    certificates json not null,
    client_secret text,
    client_secret_expires_at timestamptz(3),
    domains json not null,
    attributes json not null,
    is_jit_enabled boolean not null,
    is_idp_initiated_allowed boolean not null,
    is_email_trusted boolean not null,
    metadata_url text,
    metadata_read_at timestamptz(3),
    metadata_problem text,
    failed_handshakes integer not null,
    tested_at timestamptz(3),
    warned text,
    created_at timestamptz(3) not null,
    modified_at timestamptz(3) not null,
    row_version bigint not null,
    primary key (organization_id, id))`,
  `create unique index sso_connection_name on sso_connection (organization_id, lower(name))`,
  `create table sso_attempt (
    organization_id uuid not null,
    connection_id uuid not null,
    id uuid not null,
    started_at timestamptz(3) not null,
    is_test boolean not null,
    result text not null check (result in ('success', 'refused')),
    reason text,
    detail text,
    steps json not null,
    received json not null,
    request_id text not null,
    primary key (organization_id, connection_id, id), ${ofConnection})`,
  `create table sso_request (
    digest text primary key,
    organization_id uuid not null,
    connection_id uuid not null,
    kind text not null check (kind in ('signIn', 'test', 'ticket')),
    browser_digest text,
    saml_id text,
    return_to text,
    expires_at timestamptz(3) not null, ${ofConnection})`,
  `create index sso_request_connection on sso_request (organization_id, connection_id)`,
  `create index sso_request_expiry on sso_request (expires_at)`,
  `create table assertion_use (
    organization_id uuid not null,
    connection_id uuid not null,
    digest text not null,
    expires_at timestamptz(3) not null,
    primary key (organization_id, connection_id, digest), ${ofConnection})`,
  `create index assertion_use_expiry on assertion_use (expires_at)`,
];
