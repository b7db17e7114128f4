import { sql, type Selectable } from "kysely";
import type { HeaderComponentRow } from "../../domain/design/design.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";

export type StoredHeader = Selectable<HeaderComponentRow>;

/** The owner of the components: a project, or the organization if it is null. */
export interface HeaderPlace {
  readonly organizationId: string;
  readonly projectId: string | null;
}

/** The columns of a component that a change may set. */
export type HeaderValues = Omit<
  StoredHeader,
  "organizationId" | "projectId" | "id" | "createdAt" | "modifiedAt" | "rowVersion"
>;

const ofPlace = (db: Database, { organizationId, projectId }: HeaderPlace) =>
  db
    .selectFrom("headerComponent")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("projectId", projectId === null ? "is" : "=", projectId);

export function selectHeaders(db: Database, place: HeaderPlace): Promise<StoredHeader[]> {
  return ofPlace(db, place)
    .orderBy(sql`lower(name)`)
    .execute();
}

export function selectHeader(
  db: Database,
  place: HeaderPlace,
  id: string,
): Promise<StoredHeader | undefined> {
  return ofPlace(db, place).where("id", "=", id).executeTakeFirst();
}

export function insertHeader(
  db: Database,
  { organizationId, projectId }: HeaderPlace,
  { id, now }: { readonly id: string; readonly now: Date },
  values: HeaderValues,
): Promise<StoredHeader> {
  const stamp = { createdAt: now, modifiedAt: now, rowVersion: 1 };
  return db
    .insertInto("headerComponent")
    .values({ organizationId, projectId, id, ...values, ...stamp })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Undefined if the component was deleted or changed after it was read. */
export function updateHeader(
  db: Database,
  before: StoredHeader,
  values: HeaderValues,
  now: Date,
): Promise<StoredHeader | undefined> {
  return db
    .updateTable("headerComponent")
    .set({ ...values, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", before.organizationId)
    .where("id", "=", before.id)
    .where("rowVersion", "=", before.rowVersion)
    .returningAll()
    .executeTakeFirst();
}

export interface NamedPolicy {
  readonly id: string;
  readonly name: string;
}

/** The policies that have the header, of any project. */
export function selectHeaderPolicies(
  db: Database,
  { organizationId, id }: StoredHeader,
): Promise<NamedPolicy[]> {
  return db
    .selectFrom("headerPolicy as p")
    .innerJoin("headerPolicyHeader as h", (join) =>
      join.onRef("h.organizationId", "=", "p.organizationId").onRef("h.policyId", "=", "p.id"),
    )
    .select(["p.id", "p.name"])
    .where("p.organizationId", "=", organizationId)
    .where("h.componentId", "=", id)
    .orderBy(sql`lower(p.name)`)
    .execute();
}

/** How many policies have each header, by its id. */
export async function countHeaderPolicies(
  db: Database,
  organizationId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("headerPolicyHeader")
    .select((eb) => ["componentId", eb.fn.countAll<string>().as("count")])
    .where("organizationId", "=", organizationId)
    .groupBy("componentId")
    .execute();
  return new Map(rows.map(({ componentId, count }) => [componentId, Number(count)]));
}

/** Removes the header from the policies that have it, and increments their row versions. */
export async function deleteHeader(db: Database, header: StoredHeader, now: Date): Promise<void> {
  const { organizationId, id } = header;
  await db
    .updateTable("headerPolicy")
    .set({ modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("headerPolicyHeader")
        .select("policyId")
        .where("organizationId", "=", organizationId)
        .where("componentId", "=", id),
    )
    .execute();
  await db
    .deleteFrom("headerComponent")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}
