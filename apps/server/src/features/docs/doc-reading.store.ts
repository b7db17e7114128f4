import type { Database } from "../../platform/database/open-database.ts";
import type { StoredVersion } from "./doc-visibility.ts";
import { selectVersions } from "../../domain/docs/select-versions.ts";

/** The newest version of every documentation of a project, or the given one. */
export function selectSearched(
  db: Database,
  organizationId: string,
  projectId: string,
  versionId: string | undefined,
): Promise<Pick<StoredVersion, "id" | "documentationId" | "treeVersion">[]> {
  return selectVersions(db)
    .distinctOn("v.documentationId")
    .select(["v.id", "v.documentationId", "v.treeVersion"])
    .where("v.organizationId", "=", organizationId)
    .where("d.projectId", "=", projectId)
    .$if(versionId !== undefined, (query) => query.where("v.id", "=", versionId ?? ""))
    .orderBy("v.documentationId")
    .orderBy("v.versionNumber", "desc")
    .execute();
}

/** The beginning of a version's address in the portal. */
export function selectAddress(
  db: Database,
  { organizationId, documentationId }: StoredVersion,
): Promise<{ readonly organizationSlug: string; readonly slug: string }> {
  return db
    .selectFrom("documentation as d")
    .innerJoin("organization as o", "o.id", "d.organizationId")
    .select(["o.slug as organizationSlug", "d.slug"])
    .where("d.organizationId", "=", organizationId)
    .where("d.id", "=", documentationId)
    .executeTakeFirstOrThrow();
}
