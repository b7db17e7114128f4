import type { Insertable, Selectable } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";
import type { SsoAttemptRow } from "./sso.tables.ts";

export type StoredAttempt = Selectable<SsoAttemptRow>;

/** How many attempts of a connection are kept. */
const keptAttempts = 50;

export async function insertAttempt(db: Database, row: Insertable<SsoAttemptRow>): Promise<void> {
  await db.insertInto("ssoAttempt").values(row).execute();
  const { organizationId, connectionId } = row;
  await db
    .deleteFrom("ssoAttempt")
    .where("organizationId", "=", organizationId)
    .where("connectionId", "=", connectionId)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("ssoAttempt")
        .select("id")
        .where("organizationId", "=", organizationId)
        .where("connectionId", "=", connectionId)
        .orderBy("id", "desc")
        .offset(keptAttempts),
    )
    .execute();
}

/** The newest first. */
export function selectAttempts(
  db: Database,
  organizationId: string,
  connectionId: string,
  paging: Paging,
): Promise<Page<StoredAttempt>> {
  const query = db
    .selectFrom("ssoAttempt")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("connectionId", "=", connectionId)
    .orderBy("id", "desc");
  return selectPage(query, paging);
}
