import type { Database } from "../../platform/database/open-database.ts";

/** The versions of documentations as `v`, each with its documentation as `d`. */
export const selectVersions = (db: Database) =>
  db
    .selectFrom("docVersion as v")
    .innerJoin("documentation as d", (join) =>
      join
        .onRef("d.organizationId", "=", "v.organizationId")
        .onRef("d.id", "=", "v.documentationId"),
    );
