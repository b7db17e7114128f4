import { sql, type Insertable, type RawBuilder, type Selectable } from "kysely";
import { lockNames } from "../../platform/database/lock-names.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { EnvironmentAddressRow, EnvironmentRouteRow } from "./traffic.tables.ts";

export type StoredRoute = Selectable<EnvironmentRouteRow>;
export type StoredAddress = Pick<EnvironmentAddressRow, "host" | "port" | "pathPrefix">;

interface EnvironmentPlace {
  readonly organizationId: string;
  readonly projectId: string;
  readonly environmentId: string;
}

/** The environment itself, whose row is locked while its route changes. */
export function selectEnvironmentName(
  db: Database,
  { organizationId, projectId, environmentId }: EnvironmentPlace,
): Promise<{ readonly name: string } | undefined> {
  return db
    .selectFrom("environment")
    .select("name")
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .where("id", "=", environmentId)
    .executeTakeFirst();
}

export function selectRoute(
  db: Database,
  { organizationId, environmentId }: EnvironmentPlace,
): Promise<StoredRoute | undefined> {
  return db
    .selectFrom("environmentRoute")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("environmentId", "=", environmentId)
    .executeTakeFirst();
}

/** The addresses of an environment; the first one has the least host, port and prefix. */
export function selectAddresses(
  db: Database,
  { organizationId, environmentId }: EnvironmentPlace,
): Promise<StoredAddress[]> {
  return db
    .selectFrom("environmentAddress")
    .select(["host", "port", "pathPrefix"])
    .where("organizationId", "=", organizationId)
    .where("environmentId", "=", environmentId)
    .orderBy("host")
    .orderBy("port")
    .orderBy("pathPrefix")
    .execute();
}

/**
 * The organization that has verified the domain of a host, by the longest such domain. Who has shown that a domain is
 * theirs goes before who took a host first.
 */
export const ownerOf = (host: string): RawBuilder<string | null> => sql`(select d.organization_id
  from email_domain d where d.verified_at is not null and (${sql.ref(host)} = d.domain
    or right(${sql.ref(host)}, length(d.domain) + 1) = '.' || d.domain)
  order by length(d.domain) desc limit 1)`;

/** Of hosts, the first whose domain another organization of the region has verified. */
export async function findForeignHost(
  db: Database,
  organizationId: string,
  hosts: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ host: string }>`
    select asked.host from unnest(${sql.val([...hosts])}::text[]) as asked (host)
    where ${ownerOf("asked.host")} <> ${organizationId} limit 1`.execute(db);
  return rows[0]?.host ?? null;
}

/** Takes hosts of an organization's verified domains from others that took them first. */
export async function reclaimHosts(
  db: Database,
  organizationId: string,
  hosts: readonly string[],
): Promise<void> {
  await sql`delete from environment_address a where a.organization_id <> ${organizationId}
    and a.host = any(${sql.val([...hosts])}::text[])
    and ${ownerOf("a.host")} = ${organizationId}`.execute(db);
}

/**
 * Whether another organization of the region takes calls that arrive at one of the addresses. A longer
 * prefix or a port would otherwise draw them off. Callers who ask run one after the other until they
 * commit, so that the answer stays true.
 */
export async function isOfOthers(
  db: Database,
  organizationId: string,
  addresses: readonly StoredAddress[],
): Promise<boolean> {
  if (addresses.length === 0) return false;
  await lockNames(db, "route addresses");
  const row = await db
    .selectFrom("environmentAddress")
    .select("host")
    .where("organizationId", "<>", organizationId)
    .where((eb) =>
      eb.or(
        addresses.map(({ host, port }) =>
          port === 0
            ? eb("host", "=", host)
            : eb.and([eb("host", "=", host), eb("port", "in", [0, port])]),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws a duplicate where another environment of the region has one of the addresses */
export async function replaceRoute(
  db: Database,
  route: Insertable<EnvironmentRouteRow>,
  addresses: readonly StoredAddress[],
): Promise<StoredRoute> {
  const { organizationId, environmentId, ...values } = route;
  const stored = await db
    .insertInto("environmentRoute")
    .values(route)
    .onConflict((conflict) =>
      conflict.columns(["organizationId", "environmentId"]).doUpdateSet(values),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom("environmentAddress")
    .where("organizationId", "=", organizationId)
    .where("environmentId", "=", environmentId)
    .execute();
  if (addresses.length > 0)
    await db
      .insertInto("environmentAddress")
      .values(addresses.map((address) => ({ organizationId, environmentId, ...address })))
      .execute();
  return stored;
}

/** The published versions of specifications of a project. */
export function selectPublishedVersions(
  db: Database,
  { organizationId, projectId }: Pick<EnvironmentPlace, "organizationId" | "projectId">,
): Promise<PublishedVersion[]> {
  return db
    .selectFrom("specVersion as v")
    .innerJoin("spec as s", (join) =>
      join.onRef("s.organizationId", "=", "v.organizationId").onRef("s.id", "=", "v.specId"),
    )
    .select(["s.id as specId", "s.basePath", "v.id as versionId", "v.sunsetAt"])
    .where("v.organizationId", "=", organizationId)
    .where("s.projectId", "=", projectId)
    .where("v.status", "=", "published")
    .orderBy("v.publishedAt", "desc")
    .orderBy("v.id", "desc")
    .execute();
}

export interface PublishedVersion {
  readonly specId: string;
  readonly basePath: string | null;
  readonly versionId: string;
  /** A plain date, or none. */
  readonly sunsetAt: Date | null;
}

export async function selectHasLimit(
  db: Database,
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("environmentRoute")
    .select("environmentId")
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .where("requestsPerMinute", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
