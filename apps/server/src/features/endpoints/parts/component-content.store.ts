import type { ComponentKind } from "@lintel/contract/words/design";
import { sql } from "kysely";
import type { Json } from "@lintel/json/value";
import type { Database } from "../../../platform/database/open-database.ts";
import type { VersionPlace } from "../../../domain/design/design.types.ts";

/** The contents of components of one kind by name. Missing ones are omitted. */
export async function selectComponentContents(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  kind: ComponentKind,
  names: readonly string[],
): Promise<ReadonlyMap<string, Json>> {
  if (names.length === 0) return new Map();
  const stored = names.map((name) => name.replaceAll("\0", "").toWellFormed());
  const rows = await db
    .selectFrom("component")
    .select(["name", "content"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("kind", "=", kind)
    .where(
      sql<boolean>`md5(name) in (select md5(name) from unnest(${sql.val(stored)}::text[]) as wanted(name))`,
    )
    .execute();
  return new Map(rows.map(({ name, content }) => [name, content]));
}
