import type { Insertable, Selectable } from "kysely";
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
    .select(["s.id as specId", "s.basePath", "v.id as versionId"])
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
}
