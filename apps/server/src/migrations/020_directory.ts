import { sql, type Kysely } from "kysely";

/**
 * What identity providers say of people: groups that they provision, the roles that groups map to, and
 * the e-mail domains whose members sign in through a provider.
 */
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
  `alter table organization add column fallback_role text not null default 'viewer'
    check (fallback_role in ('viewer', 'member', 'admin'))`,
  `create table scim_group (
    organization_id uuid not null references organization on delete cascade,
    id uuid not null unique,
    display_name text not null,
    external_id text,
    ${stamped},
    primary key (organization_id, id),
    unique (organization_id, external_id))`,
  `create unique index scim_group_name on scim_group (organization_id, lower(display_name))`,
  `create table scim_group_member (
    organization_id uuid not null,
    group_id uuid not null,
    membership_id uuid not null,
    primary key (organization_id, group_id, membership_id),
    foreign key (organization_id, group_id) references scim_group (organization_id, id)
      on delete cascade)`,
  `create index scim_group_member_membership on scim_group_member (organization_id, membership_id)`,
  // A foreign key needs a unique membership.id, which an older version could not fill.
  `create function delete_group_members() returns trigger language plpgsql as $$
  begin
    delete from scim_group_member
      where organization_id = old.organization_id and membership_id = old.id;
    return null;
  end $$`,
  `create trigger membership_groups after delete on membership
    for each row execute function delete_group_members()`,
  // The key is the name as groups are compared: without case, in one Unicode form.
  `create table group_mapping (
    organization_id uuid not null references organization on delete cascade,
    id uuid not null unique,
    group_name text not null,
    group_key text not null,
    role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
    priority integer not null check (priority >= 0),
    ${stamped},
    primary key (organization_id, id),
    unique (organization_id, group_key))`,
  // asserted_groups: those of the last assertion; null where SCIM groups set the role.
  `create table role_evaluation (
    organization_id uuid not null,
    user_id uuid not null,
    evaluated_at timestamptz(3) not null,
    asserted_groups json,
    due_at timestamptz(3),
    primary key (organization_id, user_id),
    foreign key (organization_id, user_id) references membership (organization_id, user_id)
      on delete cascade)`,
  `create table email_domain (
    organization_id uuid not null references organization on delete cascade,
    id uuid not null unique,
    domain text not null,
    txt_value text not null,
    verified_at timestamptz(3),
    verified_by text check (verified_by in ('dns', 'operator')),
    checked_at timestamptz(3),
    check_problem text,
    failing_since timestamptz(3),
    enforced_at timestamptz(3),
    ${stamped},
    primary key (organization_id, id),
    unique (organization_id, domain))`,
  `create unique index email_domain_verified on email_domain (domain) where verified_at is not null`,
  // Owners who sign in by password although their domain is enforced.
  `create table break_glass_owner (
    organization_id uuid not null,
    user_id uuid not null,
    created_at timestamptz(3) not null,
    primary key (organization_id, user_id),
    foreign key (organization_id, user_id) references membership (organization_id, user_id)
      on delete cascade)`,
];
