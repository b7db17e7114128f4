import { sql, type Kysely } from "kysely";

/** Reviews of comparisons: what people wrote about changes, and what they decided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const ofComparison = `
    organization_id uuid not null,
    version_id uuid not null,
    baseline_version_id uuid not null`;

const references = `
    foreign key (organization_id, version_id) references spec_version (organization_id, id)
      on delete cascade,
    foreign key (organization_id, baseline_version_id) references spec_version (organization_id, id)
      on delete cascade`;

const statements = [
  `create table review_comment (${ofComparison},
    id uuid not null,
    author text not null,
    change_key text,
    text text not null,
    is_resolved boolean not null,
    created_at timestamptz(3) not null,
    modified_at timestamptz(3) not null,
    row_version bigint not null,
    primary key (organization_id, id),${references})`,
  `create index review_comment_version on review_comment
    (organization_id, version_id, baseline_version_id)`,
  `create index review_comment_baseline on review_comment (organization_id, baseline_version_id)`,
  `create table review_decision (${ofComparison},
    reviewer text not null,
    decision text not null check (decision in ('approved', 'changesRequested')),
    decided_at timestamptz(3) not null,
    primary key (organization_id, version_id, baseline_version_id, reviewer),${references})`,
  `create index review_decision_baseline on review_decision (organization_id, baseline_version_id)`,
];
