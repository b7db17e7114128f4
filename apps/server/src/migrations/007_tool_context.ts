import { sql, type Kysely } from "kysely";

/** What an agent chose to work in, kept with its credential: no node remembers anything of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

// No reference to the project: one that is gone leaves a context without a project behind.
const statements = [
  `create table tool_context (
    organization_id uuid not null,
    key_id uuid not null,
    project_id uuid,
    toolsets json not null,
    modified_at timestamptz(3) not null,
    primary key (organization_id, key_id),
    foreign key (organization_id, key_id) references api_key (organization_id, id) on delete cascade)`,
];
