import type { InputOf } from "@lintel/contract/operation";
import type { createEnvironment, updateEnvironment } from "@lintel/contract/operations/environment";
import type { Environment, EnvironmentItem } from "@lintel/contract/shapes/environment";
import { roleInsufficient } from "../../platform/credentials/member-access.ts";
import type { Sealer } from "../../platform/crypto/seal.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { checkOrder, writeOrder } from "../../platform/database/order.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import { isDuplicate } from "../../platform/database/database-error.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { conflict, notFound, Problem } from "../../platform/problem.ts";
import { checkBaseUrl, checkTokenUrl, isSameOrigin, readOrigins } from "./address.rules.ts";
import {
  deleteEnvironmentRow,
  insertEnvironment,
  selectEnvironment,
  selectEnvironments,
  updateEnvironmentRow,
  type EnvironmentValues,
  type StoredEnvironment,
} from "./environment.store.ts";
import {
  openVariables,
  sealVariables,
  sealVariablesAgain,
  showVariables,
  type OpenVariable,
} from "./variables.ts";

type EnvironmentPlatform = Pick<Platform, "sealer" | "clock">;

export async function listProjectEnvironments(context: ProjectContext): Promise<EnvironmentItem[]> {
  const rows = await selectEnvironments(context.db, context.organizationId, context.projectId);
  return rows.map(toItem);
}

export async function readEnvironment(context: ProjectContext, id: string): Promise<Environment> {
  return toEnvironment(await find(context, id));
}

export async function addEnvironment(
  platform: EnvironmentPlatform,
  context: ProjectContext,
  input: InputOf<typeof createEnvironment>,
): Promise<Environment> {
  const id = platform.clock.newId();
  const values = mergeValues(platform.sealer, id, input, null);
  // Choosing where secrets are sent needs the permission that a later change of it needs.
  if (values.oauthTokenUrl !== null || values.secretOrigins.length > 0) needManage(context);
  const { organizationId, projectId, now } = context;
  const row = await insertEnvironment(
    context.db,
    { organizationId, projectId, id, now },
    values,
  ).catch(refuseTaken);
  context.emit("environment.created", ofEnvironment(row));
  return toEnvironment(row);
}

export async function changeEnvironment(
  platform: EnvironmentPlatform,
  context: ProjectContext,
  id: string,
  input: InputOf<typeof updateEnvironment>,
): Promise<Environment> {
  const before = await find(context, id);
  if (decodeRowVersion(input.rowVersion) !== before.rowVersion) {
    throw conflict(encodeRowVersion(before.rowVersion));
  }
  const values = mergeValues(platform.sealer, id, input, before);
  if (opensSecrets(before, values)) needManage(context);
  const row = await writeEnvironment(context, before, values);
  const { environmentId: _, rowVersion: __, ...fields } = input;
  const changed = Object.keys(fields);
  context.emit("environment.updated", { ...ofEnvironment(row), data: { changed } });
  return toEnvironment(row);
}

export async function removeEnvironment(context: ProjectContext, id: string): Promise<void> {
  const environment = await find(context, id);
  await deleteEnvironmentRow(context.db, environment);
  context.emit("environment.deleted", ofEnvironment(environment));
}

export async function orderEnvironments(
  context: ProjectContext,
  ids: readonly string[],
): Promise<void> {
  const present = await selectEnvironments(context.db, context.organizationId, context.projectId);
  checkOrder(
    present.map((row) => row.id),
    ids,
  );
  await writeOrder(context.db, "environment", context.organizationId, ids);
  context.emit("environment.updated", {
    subject: { type: "project", id: context.projectId, name: null },
    data: { order: [...ids] },
  });
}

/** An environment with its secrets opened: for a run, never for an answer. */
export interface OpenEnvironment {
  id: string;
  name: string;
  baseUrl: string;
  isReadOnly: boolean;
  secretOrigins: string[];
  oauthTokenUrl: string | null;
  variables: OpenVariable[];
}

export async function openEnvironment(
  platform: EnvironmentPlatform,
  db: Database,
  place: { organizationId: string; projectId: string },
  id: string,
): Promise<OpenEnvironment | null> {
  const row = await selectEnvironment(db, place.organizationId, place.projectId, id);
  if (row === undefined) return null;
  const { name, baseUrl, isReadOnly, secretOrigins, oauthTokenUrl } = row;
  const variables = openVariables(platform.sealer, id, row.variables);
  return { id, name, baseUrl, isReadOnly, secretOrigins, oauthTokenUrl, variables };
}

async function find(context: ProjectContext, id: string): Promise<StoredEnvironment> {
  const row = await selectEnvironment(context.db, context.organizationId, context.projectId, id);
  if (row === undefined) throw notFound("The environment");
  return row;
}

async function writeEnvironment(
  context: ProjectContext,
  before: StoredEnvironment,
  values: EnvironmentValues,
): Promise<StoredEnvironment> {
  const row = await updateEnvironmentRow(context.db, before, values, context.now).catch(
    refuseTaken,
  );
  if (row !== undefined) return row;
  throw conflict(encodeRowVersion((await find(context, before.id)).rowVersion));
}

function mergeValues(
  sealer: Sealer,
  id: string,
  input: Partial<InputOf<typeof createEnvironment>>,
  before: StoredEnvironment | null,
): EnvironmentValues {
  const stored = before?.variables ?? [];
  return {
    name: input.name ?? before?.name ?? "",
    type: input.type ?? before?.type ?? "custom",
    baseUrl: checkBaseUrl(input.baseUrl ?? before?.baseUrl ?? ""),
    isReadOnly: input.isReadOnly ?? before?.isReadOnly ?? false,
    secretOrigins: readOrigins(input.secretOrigins ?? before?.secretOrigins ?? []),
    oauthTokenUrl: checkTokenUrl(
      input.oauthTokenUrl === undefined ? (before?.oauthTokenUrl ?? null) : input.oauthTokenUrl,
    ),
    variables:
      input.variables === undefined
        ? sealVariablesAgain(sealer, id, stored).variables
        : sealVariables(sealer, id, input.variables, stored),
  };
}

/** Whether a change would send secrets elsewhere, or lift what protects the environment. */
function opensSecrets(before: StoredEnvironment, after: EnvironmentValues): boolean {
  const holdsSecrets = before.variables.some((variable) => variable.isSecret);
  return (
    (holdsSecrets && !isSameOrigin(before.baseUrl, after.baseUrl)) ||
    JSON.stringify(before.secretOrigins) !== JSON.stringify(after.secretOrigins) ||
    before.oauthTokenUrl !== after.oauthTokenUrl ||
    (before.isReadOnly && !after.isReadOnly)
  );
}

function needManage({ principal, projectId }: ProjectContext): void {
  if (principal.check("projects:manage", { projectId }) !== null)
    throw roleInsufficient("projects:manage");
}

function refuseTaken(error: unknown): never {
  throw isDuplicate(error)
    ? new Problem("NAME_TAKEN", "The project has an environment of this name.")
    : error;
}

const ofEnvironment = ({ id, name }: StoredEnvironment) => ({
  subject: { type: "environment", id, name } as const,
  data: {},
});

type ListedEnvironment = Awaited<ReturnType<typeof selectEnvironments>>[number];

function toItem(row: ListedEnvironment): EnvironmentItem {
  return {
    id: row.id,
    name: row.name,
    type: row.type as EnvironmentItem["type"],
    baseUrl: row.baseUrl,
    variableCount: row.variableCount,
    isReadOnly: row.isReadOnly,
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}

function toEnvironment(row: StoredEnvironment): Environment {
  const { secretOrigins, oauthTokenUrl } = row;
  return { ...toItem(row), variables: showVariables(row.variables), secretOrigins, oauthTokenUrl };
}
