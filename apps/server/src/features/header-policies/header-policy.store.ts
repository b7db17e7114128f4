import { sql, type Selectable } from "kysely";
import type { HeaderPolicyRow } from "../../domain/design/design.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";

export type StoredPolicy = Selectable<HeaderPolicyRow>;

/** The owner of the policies: a project, or the organization if it is null. */
export interface PolicyPlace {
  readonly organizationId: string;
  readonly projectId: string | null;
}

export interface PolicyValues {
  readonly name: string;
  readonly description: string | null;
  readonly appliesTo: string;
  readonly specIds: readonly string[] | null;
}

const ofPlace = (db: Database, { organizationId, projectId }: PolicyPlace) =>
  db
    .selectFrom("headerPolicy")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("projectId", projectId === null ? "is" : "=", projectId);

export function selectPolicies(
  db: Database,
  place: PolicyPlace,
  paging: Paging,
): Promise<Page<StoredPolicy>> {
  const byName = ofPlace(db, place)
    .orderBy(sql`lower(name)`)
    .orderBy("id");
  return selectPage(byName, paging);
}

export function selectPolicy(
  db: Database,
  place: PolicyPlace,
  id: string,
): Promise<StoredPolicy | undefined> {
  return ofPlace(db, place).where("id", "=", id).executeTakeFirst();
}

const toColumns = ({ specIds, ...values }: PolicyValues) => ({
  ...values,
  specIds: specIds === null ? null : JSON.stringify(specIds),
});

export function insertPolicy(
  db: Database,
  { organizationId, projectId }: PolicyPlace,
  { id, now }: { readonly id: string; readonly now: Date },
  values: PolicyValues,
): Promise<StoredPolicy> {
  const stamp = { createdAt: now, modifiedAt: now, rowVersion: 1 };
  return db
    .insertInto("headerPolicy")
    .values({ organizationId, projectId, id, ...toColumns(values), ...stamp })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Undefined if the policy was deleted or changed after it was read. */
export function updatePolicy(
  db: Database,
  before: StoredPolicy,
  values: PolicyValues,
  now: Date,
): Promise<StoredPolicy | undefined> {
  return db
    .updateTable("headerPolicy")
    .set({ ...toColumns(values), modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", before.organizationId)
    .where("id", "=", before.id)
    .where("rowVersion", "=", before.rowVersion)
    .returningAll()
    .executeTakeFirst();
}

export async function deletePolicyRow(
  db: Database,
  { organizationId, id }: StoredPolicy,
): Promise<void> {
  await db
    .deleteFrom("headerPolicy")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** A header of a policy, with the owner of its component. */
export interface PolicyHeaderRow {
  readonly policyId: string;
  readonly componentId: string;
  readonly name: string;
  readonly projectId: string | null;
}

export async function selectPolicyHeaders(
  db: Database,
  organizationId: string,
  policyIds: readonly string[],
): Promise<PolicyHeaderRow[]> {
  if (policyIds.length === 0) return [];
  return db
    .selectFrom("headerPolicyHeader as h")
    .innerJoin("headerComponent as c", (join) =>
      join.onRef("c.organizationId", "=", "h.organizationId").onRef("c.id", "=", "h.componentId"),
    )
    .select(["h.policyId", "h.componentId", "c.name", "c.projectId"])
    .where("h.organizationId", "=", organizationId)
    .where("h.policyId", "in", policyIds)
    .orderBy("h.position")
    .execute();
}

export async function replacePolicyHeaders(
  db: Database,
  { organizationId, id }: StoredPolicy,
  componentIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("headerPolicyHeader")
    .where("organizationId", "=", organizationId)
    .where("policyId", "=", id)
    .execute();
  if (componentIds.length === 0) return;
  await db
    .insertInto("headerPolicyHeader")
    .values(
      componentIds.map((componentId, position) => ({
        organizationId,
        policyId: id,
        componentId,
        position,
      })),
    )
    .execute();
}

/** The given components that the policies of the project, or of the organization, may have. */
export async function selectUsableComponents(
  db: Database,
  { organizationId, projectId }: PolicyPlace,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("headerComponent")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where((eb) =>
      eb.or([
        eb("projectId", "is", null),
        ...(projectId === null ? [] : [eb("projectId", "=", projectId)]),
      ]),
    )
    .where(sql<boolean>`id = any(${sql.val([...ids])}::uuid[])`)
    // Locks them until the policy has them.
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The given specifications that exist, in the project or anywhere in the organization. */
export async function selectSpecIds(
  db: Database,
  { organizationId, projectId }: PolicyPlace,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("spec")
    .select("id")
    .where("organizationId", "=", organizationId)
    .$if(projectId !== null, (query) => query.where("projectId", "=", projectId ?? ""))
    .where(sql<boolean>`id = any(${sql.val([...ids])}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
