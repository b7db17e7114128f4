import { sql, type Selectable } from "kysely";
import type { DesignSettingsRow } from "./spec.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";

export type StoredSettings = Pick<
  Selectable<DesignSettingsRow>,
  "lintRules" | "compareRules" | "lintOptions" | "rowVersion"
>;

const columns = ["lintRules", "compareRules", "lintOptions", "rowVersion"] as const;

/** Undefined if the organization never set anything. */
export function selectSettings(
  db: Database,
  organizationId: string,
): Promise<StoredSettings | undefined> {
  return db
    .selectFrom("designSettings")
    .select(columns)
    .where("organizationId", "=", organizationId)
    .executeTakeFirst();
}

export interface NewSettings {
  readonly lintRules: Record<string, string>;
  readonly compareRules: Record<string, string>;
  readonly lintOptions: StoredSettings["lintOptions"];
}

/** Undefined if they no longer have the version that was read. "0" means that there were none. */
export async function saveSettings(
  db: Database,
  organizationId: string,
  settings: NewSettings,
  { rowVersion, now }: { readonly rowVersion: string; readonly now: Date },
): Promise<StoredSettings | undefined> {
  const values = {
    lintRules: JSON.stringify(settings.lintRules),
    compareRules: JSON.stringify(settings.compareRules),
    lintOptions: JSON.stringify(settings.lintOptions),
    modifiedAt: now,
  };
  if (rowVersion === "0") {
    return db
      .insertInto("designSettings")
      .values({ organizationId, ...values, createdAt: now, rowVersion: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns)
      .executeTakeFirst();
  }
  return db
    .updateTable("designSettings")
    .set({ ...values, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("rowVersion", "=", rowVersion)
    .returning(columns)
    .executeTakeFirst();
}
