import { sql, type Kysely } from "kysely";

/** Deprecation: the policies of organizations, plans, sent reminders, and counted calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `alter table spec_version add column sunset_at timestamptz(3)`,
  `create table deprecation_policy (
    organization_id uuid primary key references organization on delete cascade,
    min_grace_period_days integer not null,
    sunset_phase_days integer not null,
    require_migration_guide boolean not null,
    require_successor_link boolean not null,
    require_approval boolean not null,
    notify_on_announcement boolean not null,
    send_sunset_reminders boolean not null,
    reminder_days json not null,
    modified_at timestamptz(3) not null)`,
  `create table deprecation_plan (
    organization_id uuid not null,
    project_id uuid not null,
    id uuid not null,
    spec_id uuid not null,
    entity_type text not null check (entity_type in ('endpoint', 'specVersion')),
    entity_id uuid not null,
    entity_key text not null,
    entity_label text not null,
    phase text not null check (phase in
      ('pendingApproval', 'gracePeriod', 'sunset', 'retired', 'rejected', 'cancelled')),
    policy json not null,
    announced_at timestamptz(3),
    sunset_phase_starts_at timestamptz(3),
    sunset_at timestamptz(3) not null,
    successor_endpoint_id uuid,
    successor_spec_id uuid,
    migration_guide text,
    enable_rate_limiting boolean not null,
    rate_limit_reduction_percent integer not null,
    enable_warning_header boolean not null,
    auto_shutdown boolean not null,
    soft_shutdown_days integer not null,
    requested_by text not null,
    requested_at timestamptz(3) not null,
    reviewed_by text,
    reviewed_at timestamptz(3),
    review_comment text,
    forced_at timestamptz(3),
    force_justification text,
    retired_at timestamptz(3),
    retired_early boolean not null default false,
    cancelled_at timestamptz(3),
    created_at timestamptz(3) not null,
    modified_at timestamptz(3) not null,
    row_version bigint not null,
    primary key (organization_id, id),
    foreign key (organization_id, spec_id) references spec (organization_id, id) on delete cascade)`,
  // At most one plan of an operation or a version is live.
  `create unique index deprecation_plan_live on deprecation_plan
    (organization_id, spec_id, md5(entity_key))
    where phase in ('pendingApproval', 'gracePeriod', 'sunset', 'retired')`,
  `create index deprecation_plan_due on deprecation_plan (sunset_at)
    where phase in ('gracePeriod', 'sunset')`,
  `create table deprecation_reminder (
    organization_id uuid not null,
    plan_id uuid not null,
    sunset_at timestamptz(3) not null,
    days_before integer not null,
    primary key (organization_id, plan_id, sunset_at, days_before),
    foreign key (organization_id, plan_id) references deprecation_plan (organization_id, id)
      on delete cascade)`,
  `create table usage_batch (
    organization_id uuid not null,
    project_id uuid not null,
    batch_id text not null,
    received_at timestamptz(3) not null,
    primary key (organization_id, project_id, batch_id),
    foreign key (organization_id, project_id) references project (organization_id, id)
      on delete cascade)`,
  `create index usage_batch_received_at on usage_batch (received_at)`,
  `create table usage_count (
    organization_id uuid not null,
    spec_id uuid not null,
    operation_digest text not null,
    operation_key text not null,
    day date not null,
    source text not null,
    consumer text not null,
    requests bigint not null,
    last_called_at timestamptz(3) not null,
    primary key (organization_id, spec_id, operation_digest, day, source, consumer),
    foreign key (organization_id, spec_id) references spec (organization_id, id) on delete cascade)`,
  `create index usage_count_day on usage_count (day)`,
];
