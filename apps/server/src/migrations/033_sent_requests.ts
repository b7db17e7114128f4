import { sql, type Kysely } from "kysely";

/** The requests that people send to try an API. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table sent_request (
    organization_id uuid not null,
    project_id uuid not null,
    id uuid not null,
    sent_by text not null,
    sent_at timestamptz(3) not null,
    endpoint_id uuid,
    environment_id uuid,
    environment_name text,
    method text not null,
    url text not null,
    status integer,
    elapsed_ms real not null,
    size_bytes integer,
    error_code text,
    template json not null,
    exchange json not null,
    primary key (organization_id, id),
    foreign key (organization_id, project_id) references project (organization_id, id)
      on delete cascade)`,
  `create index sent_request_sender on sent_request (organization_id, project_id, sent_by, sent_at)`,
  `create index sent_request_sent_at on sent_request (sent_at)`,
];
