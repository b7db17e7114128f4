import { sql, type Kysely } from "kysely";

/** Public links to a run, a finding, or the findings of a project; the tokens are stored as digests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table report_link (
    organization_id uuid not null,
    id uuid not null,
    project_id uuid not null,
    run_id uuid,
    finding_id uuid,
    digest text not null,
    created_by text not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    revoked_at timestamptz(3),
    primary key (organization_id, id),
    check (run_id is null or finding_id is null),
    foreign key (organization_id, project_id) references project (organization_id, id)
      on delete cascade,
    foreign key (organization_id, run_id) references test_run (organization_id, id)
      on delete cascade,
    foreign key (organization_id, finding_id) references finding (organization_id, id)
      on delete cascade)`,
  `create unique index report_link_digest on report_link (digest)`,
  `create index report_link_project on report_link (organization_id, project_id)`,
  `create index report_link_run on report_link (organization_id, run_id)`,
  `create index report_link_finding on report_link (organization_id, finding_id)`,
];
