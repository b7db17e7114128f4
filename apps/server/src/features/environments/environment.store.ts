import { sql, type Selectable } from "kysely";
import { compileOnce } from "../../platform/database/compile-once.ts";
import { gatherReads } from "../../platform/database/gather-reads.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { EnvironmentRow, StoredVariable } from "./environment.tables.ts";

export type StoredEnvironment = Selectable<EnvironmentRow>;

/** What a change may set of a stored environment. */
export interface EnvironmentValues {
  name: string;
  type: string;
  baseUrl: string;
  isReadOnly: boolean;
  secretOrigins: string[];
  oauthTokenUrl: string | null;
  variables: StoredVariable[];
}

/** Whose environments are listed. */
interface ProjectKey {
  readonly organizationId: string;
  readonly projectId: string;
}

const selectOfProjects = compileOnce(
  (db: Database, organizationIds: readonly string[], projectIds: readonly string[]) =>
    db
      .selectFrom(
        sql<ProjectKey & { place: string }>`
          unnest(${sql.val(organizationIds)}::uuid[], ${sql.val(projectIds)}::uuid[])
          with ordinality`.as<"asked">(sql`asked (organization_id, project_id, place)`),
      )
      .innerJoin("environment as e", (join) =>
        join
          .onRef("e.organizationId", "=", "asked.organizationId")
          .onRef("e.projectId", "=", "asked.projectId"),
      )
      .select([
        sql<number>`asked.place::int`.as("place"),
        "e.id",
        "e.name",
        "e.type",
        "e.baseUrl",
        "e.variableCount",
        "e.isReadOnly",
        "e.createdAt",
        "e.modifiedAt",
        "e.rowVersion",
      ])
      .orderBy("asked.place")
      .orderBy("e.position")
      .orderBy("e.id"),
);

/** In their order. What a pipeline asks before every run: compiled once, and asked together. */
export const selectEnvironments = gatherReads((db, keys: readonly ProjectKey[]) =>
  selectOfProjects(
    db,
    keys.map(({ organizationId }) => organizationId),
    keys.map(({ projectId }) => projectId),
  ),
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

/** Undefined where the environment is gone or was changed after it was read. */
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
