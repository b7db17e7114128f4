import type { Database } from "../../platform/database/open-database.ts";
import type { StoredConnection } from "./sso-connection.store.ts";

/** Stores values of the provider's metadata. The row version does not change, because no person edited the connection. */
export function updateMetadata(
  db: Database,
  { organizationId, id }: StoredConnection,
  values: Pick<StoredConnection, "certificates" | "oidc" | "metadataReadAt" | "metadataProblem">,
): Promise<StoredConnection> {
  const { certificates, oidc, ...others } = values;
  return db
    .updateTable("ssoConnection")
    .set({
      ...others,
      certificates: JSON.stringify(certificates),
      oidc: oidc === null ? null : JSON.stringify(oidc),
    })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The connections of all organizations, a batch at a time, by id. */
export function selectConnectionBatch(db: Database, after: string): Promise<StoredConnection[]> {
  return db
    .selectFrom("ssoConnection")
    .selectAll()
    .where("id", ">", after)
    .orderBy("id")
    .limit(100)
    .execute();
}

export async function updateWarned(
  db: Database,
  { organizationId, id }: StoredConnection,
  warned: string | null,
): Promise<void> {
  await db
    .updateTable("ssoConnection")
    .set({ warned })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}
