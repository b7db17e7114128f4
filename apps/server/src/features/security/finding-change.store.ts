import { sql } from "kysely";
import type { FindingChangeKind } from "@lintel/contract/words/security";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Paging } from "../../platform/paging.ts";
import type { FindingChangeRow } from "./finding.tables.ts";

/** What happened to a finding, without what all changes of one call share. */
export interface NewChange {
  readonly findingId: string;
  readonly kind: FindingChangeKind;
  readonly changes: FindingChanges;
}

export type FindingChanges = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

interface Origin {
  readonly organizationId: string;
  readonly now: Date;
  readonly actor: { readonly type: string; readonly id: string | null };
  readonly scanRunId: string | null;
}

/** Adds to the history of findings, whose rows the caller holds. */
export async function insertChanges(
  db: Database,
  { organizationId, now, actor, scanRunId }: Origin,
  changes: readonly NewChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ findingId }) => findingId);
  const kinds = changes.map(({ kind }) => kind);
  const texts = changes.map((change) => JSON.stringify(change.changes));
  const { type, id } = actor;
  await sql`insert into finding_change
    (organization_id, finding_id, number, changed_at, kind, actor, scan_run_id, changes)
    select ${organizationId}, given.id,
      (select coalesce(max(c.number), 0) + 1 from finding_change c
        where c.organization_id = ${organizationId} and c.finding_id = given.id),
      ${now}, given.kind, ${JSON.stringify({ type, id })}::json, ${scanRunId}::uuid, given.changes::json
    from unnest(${sql.val(ids)}::uuid[], ${sql.val(kinds)}::text[], ${sql.val(texts)}::text[])
      as given(id, kind, changes)`.execute(db);
}

export type StoredChange = Omit<FindingChangeRow, "changedAt" | "actor" | "changes"> & {
  readonly changedAt: Date;
  readonly actor: Origin["actor"];
  readonly changes: FindingChanges;
};

/** The history of a finding, the newest first. */
export function selectChanges(
  db: Database,
  { organizationId, findingId }: { organizationId: string; findingId: string },
  paging: Paging,
) {
  const query = db
    .selectFrom("findingChange")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("findingId", "=", findingId)
    .orderBy("number", "desc");
  return selectPage(query, paging);
}

/** The names of people by their ids. */
export async function selectNames(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("userAccount")
    .select(["id", "name"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
