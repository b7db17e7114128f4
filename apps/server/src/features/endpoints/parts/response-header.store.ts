import type { Database } from "../../../platform/database/open-database.ts";

/** The place of a response header in a specification, or undefined. */
export function selectHeaderPlace(
  db: Database,
  organizationId: string,
  specId: string,
  headerId: string,
): Promise<{ endpointId: string; responseId: string } | undefined> {
  return db
    .selectFrom("responseHeader as h")
    .innerJoin("response as r", (join) =>
      join
        .onRef("r.organizationId", "=", "h.organizationId")
        .onRef("r.versionId", "=", "h.versionId")
        .onRef("r.id", "=", "h.responseId"),
    )
    .innerJoin("specVersion as v", (join) =>
      join.onRef("v.organizationId", "=", "h.organizationId").onRef("v.id", "=", "h.versionId"),
    )
    .select(["r.endpointId", "h.responseId"])
    .where("h.organizationId", "=", organizationId)
    .where("h.id", "=", headerId)
    .where("v.specId", "=", specId)
    .executeTakeFirst();
}
