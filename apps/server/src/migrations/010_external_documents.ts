import { sql, type Kysely } from "kysely";

/** Documents that an imported one refers to, as they were when it came in (docs/decisions/0022). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table spec_external_document (
    organization_id uuid not null,
    version_id uuid not null,
    address text not null,
    text text not null,
    fetched_at timestamptz(3) not null,
    primary key (organization_id, version_id, address),
    foreign key (organization_id, version_id) references spec_version (organization_id, id) on delete cascade)`,
];
