import { sql, type Kysely } from "kysely";

/** Traffic: the routes of environments, the consumers of projects, and what gateways count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table environment_route (
    organization_id uuid not null,
    project_id uuid not null,
    environment_id uuid not null,
    is_served boolean not null,
    upstream_url text,
    specs json not null,
    requests_per_minute integer,
    info_url text,
    consumer_from json not null,
    modified_at timestamptz(3) not null,
    primary key (organization_id, environment_id),
    foreign key (organization_id, environment_id) references environment (organization_id, id)
      on delete cascade)`,
  // Of the whole region, because gateways serve all organizations. '' and 0: any.
  `create table environment_address (
    organization_id uuid not null,
    environment_id uuid not null,
    host text not null,
    port integer not null,
    path_prefix text not null,
    primary key (host, port, path_prefix),
    foreign key (organization_id, environment_id)
      references environment_route (organization_id, environment_id) on delete cascade)`,
  `create index environment_address_environment on environment_address
    (organization_id, environment_id)`,
  `create table api_consumer (
    organization_id uuid not null,
    project_id uuid not null,
    id uuid not null,
    name text not null,
    owner text,
    contacts json not null,
    created_at timestamptz(3) not null,
    modified_at timestamptz(3) not null,
    row_version bigint not null,
    primary key (organization_id, id),
    foreign key (organization_id, project_id) references project (organization_id, id)
      on delete cascade)`,
  `create unique index api_consumer_name on api_consumer (organization_id, project_id, lower(name))`,
  // The digest of a claim or a credential, as counted calls have it.
  `create table api_consumer_identifier (
    organization_id uuid not null,
    project_id uuid not null,
    digest text not null,
    consumer_id uuid not null,
    kind text not null check (kind in ('claim', 'credential')),
    claim text,
    primary key (organization_id, project_id, digest),
    foreign key (organization_id, consumer_id) references api_consumer (organization_id, id)
      on delete cascade)`,
  `create index api_consumer_identifier_consumer on api_consumer_identifier
    (organization_id, consumer_id)`,
  // grain: the minutes of a bucket, 1, 60 or 1440.
  `create table traffic_count (
    organization_id uuid not null,
    spec_id uuid not null,
    environment_id uuid not null,
    operation_digest text not null,
    operation_key text not null,
    consumer text not null,
    status smallint not null,
    grain smallint not null check (grain in (1, 60, 1440)),
    bucket timestamptz(3) not null,
    requests bigint not null,
    primary key (organization_id, spec_id, operation_digest, environment_id, grain, bucket, consumer,
      status),
    foreign key (organization_id, spec_id) references spec (organization_id, id) on delete cascade)`,
  `create index traffic_count_bucket on traffic_count (grain, bucket)`,
  `create table undocumented_call (
    organization_id uuid not null,
    environment_id uuid not null,
    call_digest text not null,
    method text not null,
    path text not null,
    requests bigint not null,
    first_called_at timestamptz(3) not null,
    last_called_at timestamptz(3) not null,
    primary key (organization_id, environment_id, call_digest),
    foreign key (organization_id, environment_id) references environment (organization_id, id)
      on delete cascade)`,
];
