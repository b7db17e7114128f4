import { sql, type Selectable } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import { shareRead } from "../../platform/database/share-read.ts";
import type { EnvironmentRow, StoredVariable } from "./environment.tables.ts";

export type StoredEnvironment = Selectable<EnvironmentRow>;

/** The columns of an environment that a change may set. */
export interface EnvironmentValues {
  name: string;
  type: string;
  baseUrl: string;
  isReadOnly: boolean;
  secretOrigins: string[];
  oauthTokenUrl: string | null;
  variables: StoredVariable[];
}

/** In their order. Every pipeline reads them before a run. */
export const selectEnvironments = shareRead(
  (db: Database, organizationId: string, projectId: string) =>
    db
      .selectFrom("environment")
      .select([
        "id",
        "name",
        "type",
        "baseUrl",
        "variableCount",
        "isReadOnly",
        "createdAt",
        "modifiedAt",
        "rowVersion",
      ])
      .where("organizationId", "=", organizationId)
      .where("projectId", "=", projectId)
      .orderBy("position")
      .orderBy("id"),
);

export function selectEnvironment(
  db: Database,
  organizationId: string,
  projectId: string,
  id: string,
): Promise<StoredEnvironment | undefined> {
  return db
    .selectFrom("environment")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export function insertEnvironment(
  db: Database,
  place: { organizationId: string; projectId: string; id: string; now: Date },
  values: EnvironmentValues,
): Promise<StoredEnvironment> {
  const { now, ...ids } = place;
  return db
    .insertInto("environment")
    .values((eb) => ({
      ...ids,
      ...toColumns(values),
      position: eb
        .selectFrom("environment")
        .where("organizationId", "=", ids.organizationId)
        .where("projectId", "=", ids.projectId)
        .select(sql<number>`coalesce(max(position), 0) + 1`.as("position")),
      createdAt: now,
      modifiedAt: now,
      rowVersion: 1,
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Undefined if the environment was deleted or changed after it was read. */
export function updateEnvironmentRow(
  db: Database,
  environment: StoredEnvironment,
  values: EnvironmentValues,
  now: Date,
): Promise<StoredEnvironment | undefined> {
  return db
    .updateTable("environment")
    .set({ ...toColumns(values), modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", environment.organizationId)
    .where("id", "=", environment.id)
    .where("rowVersion", "=", environment.rowVersion)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteEnvironmentRow(
  db: Database,
  environment: StoredEnvironment,
): Promise<void> {
  await db
    .deleteFrom("environment")
    .where("organizationId", "=", environment.organizationId)
    .where("id", "=", environment.id)
    .execute();
}

function toColumns(values: EnvironmentValues) {
  return {
    ...values,
    secretOrigins: JSON.stringify(values.secretOrigins),
    variables: JSON.stringify(values.variables),
    variableCount: values.variables.length,
  };
}
