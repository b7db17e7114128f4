import { sql, type Kysely } from "kysely";

/** Webhooks of organizations, and what they sent and have to send. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

const statements = [
  `create table webhook (
    organization_id uuid not null references organization on delete cascade,
    id uuid not null,
    project_id uuid,
    form text not null check (form in ('lintel', 'slack', 'teams')),
    description text not null,
    sealed_address text not null,
    sealed_secret text not null,
    sealed_previous_secret text,
    previous_secret_until timestamptz(3),
    event_types json not null,
    is_active boolean not null,
    failing_since timestamptz(3),
    failure text,
    paused_at timestamptz(3),
    created_at timestamptz(3) not null,
    modified_at timestamptz(3) not null,
    row_version bigint not null,
    primary key (organization_id, id),
    foreign key (organization_id, project_id) references project (organization_id, id)
      on delete cascade)`,
  // next_attempt_at is null behind an earlier event of the subject, and in the future while a node sends.
  `create table webhook_delivery (
    organization_id uuid not null,
    webhook_id uuid not null,
    id uuid not null,
    sequence bigint,
    event_type text not null,
    subject_type text not null,
    subject_id uuid not null,
    project_id uuid,
    actor json not null,
    data json not null,
    occurred_at timestamptz(3) not null,
    payload text,
    state text not null check (state in ('pending', 'succeeded', 'dead')),
    attempt_count integer not null,
    attempts json not null,
    next_attempt_at timestamptz(3),
    finished_at timestamptz(3),
    primary key (organization_id, id),
    foreign key (organization_id, webhook_id) references webhook (organization_id, id)
      on delete cascade)`,
  `create unique index webhook_delivery_event on webhook_delivery
    (organization_id, webhook_id, sequence)`,
  `create index webhook_delivery_order on webhook_delivery
    (organization_id, webhook_id, occurred_at, sequence)`,
  `create index webhook_delivery_due on webhook_delivery (next_attempt_at) where state = 'pending'`,
  `create index webhook_delivery_lane on webhook_delivery
    (organization_id, webhook_id, subject_id, sequence) where state = 'pending'`,
  `create index webhook_delivery_finished on webhook_delivery (finished_at)
    where state <> 'pending'`,
  // In the transaction of the change, so that no event is lost and none of a change that was undone is sent.
  `create function add_webhook_deliveries() returns trigger language plpgsql as $$
  begin
    insert into webhook_delivery (organization_id, webhook_id, id, sequence, event_type, subject_type,
      subject_id, project_id, actor, data, occurred_at, state, attempt_count, attempts, next_attempt_at)
    select e.organization_id, w.id, gen_random_uuid(), e.sequence, e.type, e.subject_type,
      e.subject_id, e.project_id, e.actor, e.data, e.occurred_at, 'pending', 0, '[]',
      case when row_number() over (partition by w.id, e.subject_id order by e.sequence) = 1
        and not exists (
          select from webhook_delivery d
          where d.organization_id = w.organization_id and d.webhook_id = w.id
            and d.subject_id = e.subject_id and d.state = 'pending' and d.sequence < e.sequence)
        then e.occurred_at end
    from added e
    join webhook w on w.organization_id = e.organization_id and w.is_active and w.id <> e.subject_id
      and (w.project_id is null or (w.project_id = e.project_id and e.permission not like 'org:%'))
    where e.type <> 'webhook.delivery_died' and exists (
      select from json_array_elements_text(w.event_types) as t (pattern)
      where t.pattern = e.type
        or (right(t.pattern, 1) = '*' and starts_with(e.type, left(t.pattern, -1))));
    return null;
  end $$`,
  `create trigger event_webhooks after insert on event referencing new table as added
    for each statement execute function add_webhook_deliveries()`,
];
