import { sql, type Kysely } from "kysely";

/** Public links to a version or to a comparison; the tokens are stored as digests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table share_link (
    organization_id uuid not null,
    id uuid not null,
    project_id uuid not null,
    spec_id uuid not null,
    version_id uuid not null,
    baseline_version_id uuid,
    digest text not null,
    created_by text not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    revoked_at timestamptz(3),
    primary key (organization_id, id),
    foreign key (organization_id, version_id) references spec_version (organization_id, id)
      on delete cascade,
    foreign key (organization_id, baseline_version_id) references spec_version (organization_id, id)
      on delete cascade)`,
  `create unique index share_link_digest on share_link (digest)`,
  `create index share_link_version on share_link (organization_id, version_id)`,
  `create index share_link_baseline on share_link (organization_id, baseline_version_id)`,
];
