import { sql, type Kysely } from "kysely";

/** Notices for members, and how each member gets them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table notice (
    organization_id uuid not null,
    user_id uuid not null,
    id uuid not null,
    cause text not null,
    kind text not null,
    title text not null,
    text text not null,
    event_type text not null,
    subject_type text not null,
    subject_id uuid not null,
    project_id uuid,
    is_shown boolean not null,
    waits_for_digest boolean not null,
    created_at timestamptz(3) not null,
    read_at timestamptz(3),
    primary key (organization_id, id),
    foreign key (organization_id, user_id) references membership (organization_id, user_id)
      on delete cascade)`,
  // A background job runs again after a crash. The index keeps it from writing a notice twice.
  `create unique index notice_cause on notice (organization_id, user_id, cause)`,
  `create index notice_order on notice (organization_id, user_id, created_at)`,
  `create index notice_digest on notice (organization_id, user_id) where waits_for_digest`,
  `create index notice_created_at on notice (created_at)`,
  `create table notice_preference (
    organization_id uuid not null,
    user_id uuid not null,
    kind text not null,
    in_app boolean not null,
    mail text not null check (mail in ('atOnce', 'digest', 'off')),
    primary key (organization_id, user_id, kind),
    foreign key (organization_id, user_id) references membership (organization_id, user_id)
      on delete cascade)`,
];
