import { sql, type Kysely } from "kysely";

/** Environments, suites with their cases, and runs with their results. */
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
  `create table environment (
    organization_id uuid not null,
    project_id uuid not null,
    id uuid not null unique,
    position integer not null,
    name text not null,
    type text not null,
    base_url text not null,
    is_read_only boolean not null,
    secret_origins json not null,
    oauth_token_url text,
    variables json not null,
    variable_count integer not null,
    ${stamped},
    primary key (organization_id, id),
    unique (organization_id, project_id, name),
    ${ofProject})`,
  `create table test_suite (
    organization_id uuid not null,
    project_id uuid not null,
    id uuid not null unique,
    folder text not null,
    position integer not null,
    name text not null,
    description text,
    tags json not null,
    variables json not null,
    defaults json not null,
    data json not null,
    ${stamped},
    primary key (organization_id, id),
    unique (organization_id, project_id, folder, name),
    ${ofProject})`,
  `create table test_case (
    organization_id uuid not null,
    suite_id uuid not null,
    id uuid not null unique,
    phase text not null check (phase in ('setUp', 'test', 'tearDown')),
    position integer not null,
    name text not null,
    definition json not null,
    ${stamped},
    primary key (organization_id, id),
    unique (organization_id, suite_id, name),
    foreign key (organization_id, suite_id) references test_suite (organization_id, id) on delete cascade)`,
  `create table test_run (
    organization_id uuid not null,
    project_id uuid not null,
    id uuid not null,
    suite_id uuid not null,
    suite_name text not null,
    suite_path text not null,
    environment_id uuid,
    environment_name text,
    created_by text not null,
    status text not null check (status in ('pending', 'running', 'finished')),
    outcome text check (outcome in ('passed', 'failed', 'error', 'blocked', 'cancelled')),
    message text,
    iterations integer not null,
    total_cases integer not null,
    passed_cases integer not null default 0,
    failed_cases integer not null default 0,
    errored_cases integer not null default 0,
    blocked_cases integer not null default 0,
    skipped_cases integer not null default 0,
    all_passed boolean,
    request_digest text not null,
    created_at timestamptz(3) not null,
    started_at timestamptz(3),
    completed_at timestamptz(3),
    elapsed_ms double precision,
    lease_expires_at timestamptz(3) not null,
    is_cancelled boolean not null default false,
    primary key (organization_id, id),
    check ((status = 'finished') = (outcome is not null)),
    ${ofProject})`,
  `create index test_run_project on test_run (organization_id, project_id, created_at desc)`,
  `create index test_run_unfinished on test_run (lease_expires_at) where status <> 'finished'`,
  `create table test_run_result (
    organization_id uuid not null,
    run_id uuid not null,
    position integer not null,
    result json not null,
    primary key (organization_id, run_id, position),
    foreign key (organization_id, run_id) references test_run (organization_id, id) on delete cascade)`,
];
