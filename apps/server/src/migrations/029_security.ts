import { sql, type Kysely } from "kysely";

/** Scan profiles, their runs, and the findings with their history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const stamped = `
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null,
  row_version bigint not null default 1`;

const ofProject = `foreign key (organization_id, project_id)
    references project (organization_id, id) on delete cascade`;

const statements = [
  `create table scan_profile (
    organization_id uuid not null,
    project_id uuid not null,
    id uuid not null unique,
    name text not null,
    description text,
    is_enabled boolean not null,
    time_budget_seconds integer not null,
    requests_per_second integer not null,
    scanner_ids json not null,
    environment_id uuid,
    spec_version_id uuid,
    document_url text,
    suite_id uuid,
    scope json not null,
    danger_words json not null,
    allowed_operations json not null,
    flows json not null,
    access_rules json not null,
    is_disposable boolean not null,
    identities json not null,
    identity_origin text,
    cron_schedule text,
    cron_time_zone text not null,
    last_run_at timestamptz(3),
    ${stamped},
    primary key (organization_id, id),
    unique (organization_id, project_id, name),
    foreign key (organization_id, environment_id) references environment (organization_id, id)
      on delete set null (environment_id),
    foreign key (organization_id, spec_version_id) references spec_version (organization_id, id)
      on delete set null (spec_version_id),
    foreign key (organization_id, suite_id) references test_suite (organization_id, id)
      on delete set null (suite_id),
    ${ofProject})`,
  `create index scan_profile_environment on scan_profile (organization_id, environment_id)`,
  `create index scan_profile_version on scan_profile (organization_id, spec_version_id)`,
  `create index scan_profile_suite on scan_profile (organization_id, suite_id)`,
  `create index scan_profile_scheduled on scan_profile (id)
    where cron_schedule is not null and is_enabled`,
  `create table scan_run (
    organization_id uuid not null,
    project_id uuid not null,
    id uuid not null,
    scan_profile_id uuid not null,
    scan_profile_name text not null,
    retested_finding_id uuid,
    status text not null
      check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
    trigger text not null check (trigger in ('manual', 'scheduled', 'api')),
    created_by text not null,
    queued_at timestamptz(3) not null,
    started_at timestamptz(3),
    completed_at timestamptz(3),
    checks_total integer not null default 0,
    checks_passed integer not null default 0,
    checks_failed integer not null default 0,
    checks_skipped integer not null default 0,
    coverage double precision not null default 0,
    scanners_completed integer not null default 0,
    enabled_scanner_count integer not null default 0,
    current_scanner_id text,
    error_message text,
    request_count integer not null default 0,
    new_findings_count integer not null default 0,
    untested json not null default '[]',
    unconfirmed json not null default '[]',
    access json not null default '[]',
    left_behind json not null default '[]',
    seed integer not null,
    is_cancelled boolean not null default false,
    job_id uuid,
    heartbeat_at timestamptz(3),
    primary key (organization_id, id),
    check ((status in ('completed', 'failed', 'cancelled')) = (completed_at is not null)),
    ${ofProject})`,
  `create index scan_run_project on scan_run (organization_id, project_id, queued_at desc)`,
  `create index scan_run_profile on scan_run (organization_id, scan_profile_id, queued_at desc)`,
  `create index scan_run_unfinished on scan_run (queued_at) where completed_at is null`,
  `create table scan_ledger_entry (
    organization_id uuid not null,
    scan_run_id uuid not null,
    number integer not null,
    identity text not null,
    operation text not null,
    path text,
    state text not null check (state in ('pending', 'created', 'notCreated', 'removed', 'left')),
    primary key (organization_id, scan_run_id, number),
    foreign key (organization_id, scan_run_id) references scan_run (organization_id, id)
      on delete cascade)`,
  `create table finding (
    organization_id uuid not null,
    project_id uuid not null,
    id uuid not null unique,
    fingerprint text not null,
    scan_run_id uuid not null,
    first_seen_scan_run_id uuid not null,
    scan_profile_id uuid not null,
    scanner_id text not null,
    guidance_id text not null,
    guidance_name text not null,
    owasp_category text not null,
    cwe json not null,
    severity text not null check (severity in ('critical', 'high', 'medium', 'low', 'info')),
    severity_rank smallint not null,
    confidence text not null check (confidence in ('low', 'medium', 'high')),
    status text not null
      check (status in ('open', 'inProgress', 'fixed', 'falsePositive', 'acceptedRisk', 'duplicate')),
    title text not null,
    description text not null,
    guidance_description text not null,
    remediation text not null,
    reference_urls json not null,
    method text not null,
    path text not null,
    location text not null
      check (location in ('path', 'query', 'header', 'cookie', 'body', 'host')),
    parameter text not null,
    evidence json not null,
    reproduction_curl text,
    assigned_to_user_id uuid references user_account on delete set null,
    resolution_notes text,
    resolved_at timestamptz(3),
    last_seen_at timestamptz(3) not null,
    ${stamped},
    primary key (organization_id, id),
    unique (organization_id, project_id, fingerprint),
    ${ofProject})`,
  `create index finding_worst on finding
    (organization_id, project_id, severity_rank, created_at desc, id)`,
  `create index finding_status on finding
    (organization_id, project_id, status, severity_rank, created_at desc, id)`,
  `create index finding_open on finding (organization_id, project_id, guidance_id, severity)
    where status in ('open', 'inProgress')`,
  `create index finding_assignee on finding (assigned_to_user_id)
    where assigned_to_user_id is not null`,
  `create table finding_change (
    organization_id uuid not null,
    finding_id uuid not null,
    number integer not null,
    changed_at timestamptz(3) not null,
    kind text not null
      check (kind in ('found', 'triaged', 'fixed', 'reopened')),
    actor json not null,
    scan_run_id uuid,
    changes json not null,
    primary key (organization_id, finding_id, number),
    foreign key (organization_id, finding_id) references finding (organization_id, id)
      on delete cascade)`,
];
