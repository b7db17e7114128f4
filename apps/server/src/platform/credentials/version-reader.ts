import { sql } from "kysely";
import { compileOnce } from "../database/compile-once.ts";
import type { Database } from "../database/open-database.ts";
import { gatherCalls } from "../gather-calls.ts";

/** Versions by organization, read by one statement; a deleted organization has none. */
export type Versions = ReadonlyMap<string, string>;

/** Reads the current `auth_version` of organizations. */
export interface VersionReader {
  /** The version at some moment after this was called; undefined where there is none. */
  read(organizationId: string): Promise<string | undefined>;
}

/**
 * One read at a time serves all calls that arrived before it started. A call that arrives during a read
 * waits for the next one, because the snapshot of the read may be older than the call.
 */
export function createVersionReader(
  readVersions: (organizationIds: readonly string[]) => Promise<Versions>,
): VersionReader {
  const ask = gatherCalls<string, string | null>(async (organizationIds) => {
    const versions = await readVersions([...new Set(organizationIds)]);
    return organizationIds.map((id) => versions.get(id) ?? null);
  });
  return { read: async (organizationId) => (await ask(organizationId)) ?? undefined };
}

const selectRows = compileOnce((db: Database, organizationIds: readonly string[]) =>
  db
    .selectFrom("organization")
    .select(["id", "authVersion"])
    .where(sql<boolean>`id = any(${sql.val(organizationIds)}::uuid[])`),
);

/** The versions of some organizations, in one statement. */
export async function selectVersions(
  db: Database,
  organizationIds: readonly string[],
): Promise<Versions> {
  const rows = await selectRows(db, organizationIds);
  return new Map(rows.map((row) => [row.id, row.authVersion]));
}
