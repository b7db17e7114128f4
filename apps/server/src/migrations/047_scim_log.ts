import { sql, type Kysely } from "kysely";

/** The last requests of identity providers over SCIM, and the last warning before a token expires. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table scim_request (
    organization_id uuid not null references organization on delete cascade,
    id uuid not null,
    started_at timestamptz(3) not null,
    is_token_accepted boolean not null,
    token_name text,
    token_prefix text,
    method text not null,
    path text not null,
    user_agent text,
    result text not null check (result in ('success', 'refused')),
    status integer not null,
    scim_type text,
    reason text,
    detail text,
    steps json not null,
    received json not null,
    request_id text not null,
    primary key (organization_id, id))`,
  `alter table scim_token add column warned text`,
];
