import type { Database } from "../../platform/database/open-database.ts";
import type { VersionPlace } from "../../domain/design/design.types.ts";

export interface ExternalDocument {
  readonly address: string;
  readonly text: string;
}

/** The fetched external documents of a version. */
export function selectExternalDocuments(
  db: Database,
  { organizationId, versionId }: VersionPlace,
): Promise<ExternalDocument[]> {
  return db
    .selectFrom("specExternalDocument")
    .select(["address", "text"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .orderBy("address")
    .execute();
}

/** Replaces the external documents of a version. */
export async function replaceExternalDocuments(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  documents: readonly ExternalDocument[],
  now: Date,
): Promise<void> {
  await db
    .deleteFrom("specExternalDocument")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .execute();
  for (const { address, text } of documents) {
    await db
      .insertInto("specExternalDocument")
      .values({ organizationId, versionId, address, text, fetchedAt: now })
      .execute();
  }
}

/** The address of a version's document, if it is known. */
export async function selectSourceAddress(
  db: Database,
  { organizationId, versionId }: VersionPlace,
): Promise<string | null> {
  const row = await db
    .selectFrom("specSource")
    .select("address")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .executeTakeFirst();
  return row?.address ?? null;
}
