import { sql, type Kysely } from "kysely";

/** Organizations, people, what they may do, their keys, and the audit chain. */
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
  `create table organization (
    id uuid primary key,
    name text not null,
    slug text not null unique,
    plan text not null check (plan in ('free', 'pro')),
    auth_version bigint not null default 1,
    ${stamped})`,
  `create table user_account (
    id uuid primary key,
    email text not null,
    name text not null,
    created_at timestamptz(3) not null)`,
  `create unique index user_account_email on user_account (lower(email))`,
  `create table membership (
    organization_id uuid not null references organization on delete cascade,
    user_id uuid not null references user_account,
    role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
    is_active boolean not null default true,
    ${stamped},
    primary key (organization_id, user_id))`,
  `create index membership_user on membership (user_id)`,
  `create table project (
    organization_id uuid not null references organization on delete cascade,
    id uuid not null unique,
    name text not null,
    slug text not null,
    description text,
    ${stamped},
    primary key (organization_id, id),
    unique (organization_id, slug),
    unique (organization_id, name))`,
  `create table project_role (
    organization_id uuid not null,
    project_id uuid not null,
    user_id uuid not null,
    role text not null check (role in ('none', 'viewer', 'member', 'admin', 'owner')),
    primary key (organization_id, project_id, user_id),
    foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade,
    foreign key (organization_id, user_id) references membership (organization_id, user_id) on delete cascade)`,
  `create table api_key (
    organization_id uuid not null references organization on delete cascade,
    id uuid not null unique,
    user_id uuid not null references user_account,
    name text not null,
    prefix text not null,
    access text not null check (access in ('full', 'scoped')),
    permissions json not null,
    expires_at timestamptz(3),
    last_used_at timestamptz(3),
    revoked_at timestamptz(3),
    ${stamped},
    primary key (organization_id, id))`,
  `create index api_key_user on api_key (organization_id, user_id)`,
  `create table credential (
    digest text primary key,
    kind text not null,
    organization_id uuid not null references organization on delete cascade,
    subject_id uuid not null)`,
  `create index credential_subject on credential (subject_id)`,
  `create table audit_head (
    organization_id uuid primary key,
    sequence bigint not null,
    hash bytea not null)`,
  `create table audit_entry (
    organization_id uuid not null,
    sequence bigint not null,
    occurred_at text not null,
    event text not null,
    result text not null check (result in ('success', 'refused')),
    actor json not null,
    target json not null,
    request_id text,
    details json not null,
    details_digest text not null,
    hash bytea not null,
    primary key (organization_id, sequence))`,
  // Only the details may change: personal data in them can be erased, the chain covers their digest.
  `create function refuse_audit_change() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and row(new.organization_id, new.sequence, new.occurred_at, new.event,
        new.result, new.actor::text, new.target::text, new.request_id, new.details_digest, new.hash)
      is not distinct from row(old.organization_id, old.sequence, old.occurred_at, old.event,
        old.result, old.actor::text, old.target::text, old.request_id, old.details_digest, old.hash)
    then
      return new;
    end if;
    raise exception 'audit_entry is append-only';
  end $$`,
  `create function refuse_audit_truncation() returns trigger language plpgsql as $$
  begin
    raise exception 'audit_entry is append-only';
  end $$`,
  `create trigger audit_entry_no_truncate before truncate on audit_entry
    for each statement execute function refuse_audit_truncation()`,
  `create trigger audit_entry_append_only before update or delete on audit_entry
    for each row execute function refuse_audit_change()`,
  // One counter per organization says whether what was read of its permissions still holds.
  `create function bump_auth_version() returns trigger language plpgsql as $$
  begin
    update organization set auth_version = auth_version + 1
      where id = coalesce(new.organization_id, old.organization_id);
    return null;
  end $$`,
  ...["membership", "project", "project_role"].map(
    (table) => `create trigger ${table}_auth_version after insert or update or delete on ${table}
      for each row execute function bump_auth_version()`,
  ),
  // A key's last use is no change of what it may do.
  `create trigger api_key_auth_version after insert or delete or update of
      user_id, access, permissions, expires_at, revoked_at on api_key
    for each row execute function bump_auth_version()`,
];
