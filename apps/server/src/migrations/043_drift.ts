import { sql, type Kysely } from "kysely";

/** What gateways found when they held sampled answers against the document. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table checked_operation (
    organization_id uuid not null,
    environment_id uuid not null,
    version_id uuid not null,
    operation_digest text not null,
    operation_key text not null,
    checked bigint not null,
    drifted bigint not null,
    last_checked_at timestamptz(3) not null,
    primary key (organization_id, environment_id, version_id, operation_digest),
    foreign key (organization_id, environment_id) references environment (organization_id, id)
      on delete cascade,
    foreign key (organization_id, version_id) references spec_version (organization_id, id)
      on delete cascade)`,
  `create index checked_operation_version on checked_operation (organization_id, version_id)`,
  // The digest is that of status, kind and pointer.
  `create table answer_drift (
    organization_id uuid not null,
    environment_id uuid not null,
    version_id uuid not null,
    operation_digest text not null,
    drift_digest text not null,
    status smallint not null,
    kind text not null,
    pointer text not null,
    answers bigint not null,
    first_seen_at timestamptz(3) not null,
    last_seen_at timestamptz(3) not null,
    primary key (organization_id, environment_id, version_id, operation_digest, drift_digest),
    foreign key (organization_id, environment_id, version_id, operation_digest)
      references checked_operation (organization_id, environment_id, version_id, operation_digest)
      on delete cascade)`,
];
