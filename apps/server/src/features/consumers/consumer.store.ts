import { sql } from "kysely";
import { operationKeyOf } from "../../domain/deprecation/operation-key.ts";
import type { Database } from "../../platform/database/open-database.ts";

export interface ProjectPlace {
  readonly organizationId: string;
  readonly projectId: string;
}

export interface ListedConsumer {
  readonly id: string;
  readonly name: string;
  readonly owner: string | null;
  readonly contacts: string[];
  readonly claims: string[];
  readonly credentialCount: number;
  readonly modifiedAt: Date;
  readonly rowVersion: string;
}

/** The consumers of a project, by name. */
export async function selectConsumers(
  db: Database,
  { organizationId, projectId }: ProjectPlace,
): Promise<ListedConsumer[]> {
  const { rows } = await sql<ListedConsumer>`
    select c.id, c.name, c.owner, c.contacts, c.modified_at, c.row_version,
      coalesce(json_agg(i.claim order by i.claim) filter (where i.kind = 'claim'), '[]') as claims,
      (count(*) filter (where i.kind = 'credential'))::int as credential_count
    from api_consumer c
    left join api_consumer_identifier i on i.organization_id = c.organization_id
      and i.consumer_id = c.id
    where c.organization_id = ${organizationId} and c.project_id = ${projectId}
    group by c.organization_id, c.id order by lower(c.name), c.id`.execute(db);
  return rows;
}

/** The consumer with a name, which is stored or replaced. */
export async function upsertConsumer(
  db: Database,
  { organizationId, projectId }: ProjectPlace,
  values: {
    id: string;
    name: string;
    owner: string | null;
    contacts: readonly string[];
    now: Date;
  },
): Promise<{ readonly id: string; readonly rowVersion: string }> {
  const { id, name, owner, contacts, now } = values;
  const { rows } = await sql<{ id: string; rowVersion: string }>`
    insert into api_consumer (organization_id, project_id, id, name, owner, contacts, created_at,
      modified_at, row_version)
    values (${organizationId}, ${projectId}, ${id}, ${name}, ${owner},
      ${JSON.stringify(contacts)}::json, ${now}, ${now}, 1)
    on conflict (organization_id, project_id, lower(name)) do update set name = excluded.name,
      owner = excluded.owner, contacts = excluded.contacts, modified_at = excluded.modified_at,
      row_version = api_consumer.row_version + 1
    returning id, row_version`.execute(db);
  return rows[0] ?? { id, rowVersion: "1" };
}

export interface NewIdentifier {
  readonly digest: string;
  readonly kind: "claim" | "credential";
  readonly claim: string | null;
}

/** @throws a duplicate where another consumer of the project has one of them */
export async function replaceIdentifiers(
  db: Database,
  { organizationId, projectId }: ProjectPlace,
  consumerId: string,
  kinds: readonly string[],
  identifiers: readonly NewIdentifier[],
): Promise<void> {
  await db
    .deleteFrom("apiConsumerIdentifier")
    .where("organizationId", "=", organizationId)
    .where("consumerId", "=", consumerId)
    .where("kind", "in", kinds)
    .execute();
  if (identifiers.length > 0)
    await db
      .insertInto("apiConsumerIdentifier")
      .values(identifiers.map((each) => ({ organizationId, projectId, consumerId, ...each })))
      .execute();
}

/** The name of the consumer that is gone; undefined where there was none. */
export async function deleteConsumerRow(
  db: Database,
  { organizationId, projectId }: ProjectPlace,
  id: string,
): Promise<{ readonly name: string } | undefined> {
  return db
    .deleteFrom("apiConsumer")
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
}

export interface CallerFilter {
  readonly firstDay: string;
  readonly specId: string | null;
  readonly planId: string | null;
  readonly skip: number;
  readonly take: number;
}

export interface StoredCaller {
  readonly specId: string;
  readonly operationKey: string;
  readonly consumer: string;
  readonly name: string | null;
  readonly owner: string | null;
  readonly contacts: string[] | null;
  readonly requests: string;
  readonly lastCalledAt: Date;
  readonly totalCount: string;
}

/** Who called what since a day, the latest first. */
export async function selectCallers(
  db: Database,
  { organizationId, projectId }: ProjectPlace,
  { firstDay, specId, planId, skip, take }: CallerFilter,
): Promise<StoredCaller[]> {
  const planned = sql`exists (select 1 from deprecation_plan d
    where d.organization_id = ${organizationId} and d.project_id = ${projectId} and d.id = ${planId}
      and d.spec_id = u.spec_id and (d.entity_key = u.operation_key or exists (
        select 1 from endpoint e join path_item p on p.organization_id = e.organization_id
          and p.version_id = e.version_id and p.id = e.path_item_id
        where e.organization_id = d.organization_id and e.version_id = d.entity_id
          and e.deleted_at is null and ${operationKeyOf("e", "p")} = u.operation_key)))`;
  const { rows } = await sql<StoredCaller>`
    with called as (
      select u.spec_id, min(u.operation_key) as operation_key, u.consumer,
        sum(u.requests)::text as requests, max(u.last_called_at) as last_called_at
      from usage_count u
      join spec s on s.organization_id = u.organization_id and s.id = u.spec_id
      where u.organization_id = ${organizationId} and s.project_id = ${projectId}
        and u.day >= ${firstDay}::date
        and ${specId === null ? sql`true` : sql`u.spec_id = ${specId}`}
        and ${planId === null ? sql`true` : planned}
      group by u.spec_id, u.operation_digest, u.consumer)
    select called.*, c.name, c.owner, c.contacts, (count(*) over ())::text as total_count
    from called
    left join api_consumer_identifier i on i.organization_id = ${organizationId}
      and i.project_id = ${projectId} and i.digest = called.consumer
    left join api_consumer c on c.organization_id = i.organization_id and c.id = i.consumer_id
    order by called.last_called_at desc, called.operation_key, called.consumer
    offset ${skip} limit ${take}`.execute(db);
  return rows;
}
