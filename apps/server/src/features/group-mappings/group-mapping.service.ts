import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  createGroupMapping,
  listGroupMappings,
  setFallbackRole,
  updateGroupMapping,
} from "@lintel/contract/operations/group-mapping";
import type { GroupMapping } from "@lintel/contract/shapes/directory";
import type { Role } from "@lintel/contract/words/permissions";
import { quote } from "@lintel/json/shorten";
import { selectRoleRules } from "../../domain/people/evaluation-rows.ts";
import { toGroupKey } from "../../domain/people/match-groups.ts";
import { checkMayGrant } from "../../domain/people/role.rules.ts";
import { isDuplicate } from "../../platform/database/database-error.ts";
import { checkOrder } from "../../platform/database/order.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { wholeList } from "../../platform/paging.ts";
import { conflict, notFound, Problem } from "../../platform/problem.ts";
import {
  deleteMappingRow,
  insertMapping,
  selectMapping,
  selectMappings,
  updateFallbackRole,
  updateMapping,
  writePriorities,
  type StoredMapping,
} from "./group-mapping.store.ts";
import { mappingKind } from "./mapping.job.ts";

type MappingPlatform = Pick<Platform, "clock" | "jobs">;

/** The distance between priorities that the server assigns. */
const step = 10;
const maxPriority = 1_000_000;

export async function listMappings({
  db,
  organizationId,
}: OrganizationContext): Promise<OutputOf<typeof listGroupMappings>> {
  return wholeList((await selectMappings(db, organizationId)).map(toMapping));
}

export async function readMapping(context: OrganizationContext, id: string): Promise<GroupMapping> {
  return toMapping(await findMapping(context, id));
}

export async function addMapping(
  platform: MappingPlatform,
  context: OrganizationContext,
  input: InputOf<typeof createGroupMapping>,
): Promise<GroupMapping> {
  const { db, organizationId, now } = context;
  const { groupName, role } = input;
  checkMayGrant(context.principal.role, role);
  const priority = input.priority ?? (await nextPriority(context));
  const values = { groupName, groupKey: toGroupKey(groupName), role, priority };
  const place = { organizationId, id: platform.clock.newId() };
  const row = await insertMapping(db, place, values, now).catch(refuseTaken(groupName));
  context.emit("group_mapping.created", ofMapping(row));
  await evaluateAll(platform, context);
  return toMapping(row);
}

export async function changeMapping(
  platform: MappingPlatform,
  context: OrganizationContext,
  input: InputOf<typeof updateGroupMapping>,
): Promise<GroupMapping> {
  const { mappingId, rowVersion, ...fields } = input;
  const before = await findMapping(context, mappingId);
  const { groupName = before.groupName, priority = before.priority } = fields;
  const { role = before.role as Role } = fields;
  // A caller who may not grant a role may not take it away from a group either.
  checkMayGrant(context.principal.role, before.role as Role);
  checkMayGrant(context.principal.role, role);
  if (decodeRowVersion(rowVersion) !== before.rowVersion)
    throw conflict(encodeRowVersion(before.rowVersion));
  const values = { groupName, groupKey: toGroupKey(groupName), role, priority };
  const changing = updateMapping(context.db, before, values, context.now);
  const row = await changing.catch(refuseTaken(groupName));
  if (row === undefined)
    throw conflict(encodeRowVersion((await findMapping(context, mappingId)).rowVersion));
  const { data, ...event } = ofMapping(row);
  const changed = Object.keys(fields);
  context.emit("group_mapping.updated", { ...event, data: { ...data, changed } });
  await evaluateAll(platform, context);
  return toMapping(row);
}

export async function removeMapping(
  platform: MappingPlatform,
  context: OrganizationContext,
  id: string,
): Promise<void> {
  const row = await findMapping(context, id);
  checkMayGrant(context.principal.role, row.role as Role);
  await deleteMappingRow(context.db, row);
  context.emit("group_mapping.deleted", ofMapping(row));
  await evaluateAll(platform, context);
}

export async function reorderMappings(
  platform: MappingPlatform,
  context: OrganizationContext,
  ids: readonly string[],
): Promise<void> {
  const { db, organizationId, now, principal } = context;
  const present = await selectMappings(db, organizationId);
  checkOrder(
    present.map(({ id }) => id),
    ids,
  );
  for (const { role } of present) checkMayGrant(principal.role, role as Role);
  await writePriorities(db, organizationId, ids, now);
  const data = { order: [...ids] };
  context.emit("group_mapping.reordered", { subject: ofOrganization(context), data });
  await evaluateAll(platform, context);
}

export async function readFallbackRole({ db, organizationId }: OrganizationContext) {
  const { fallbackRole } = await selectRoleRules(db, organizationId);
  return { role: fallbackRole as InputOf<typeof setFallbackRole>["role"] };
}

export async function changeFallbackRole(
  platform: MappingPlatform,
  context: OrganizationContext,
  { role }: InputOf<typeof setFallbackRole>,
) {
  const { db, organizationId } = context;
  checkMayGrant(context.principal.role, role);
  const roleBefore = await updateFallbackRole(db, organizationId, role);
  if (roleBefore === role) return { role };
  const data = { role, roleBefore };
  context.emit("group_mapping.fallback_changed", { subject: ofOrganization(context), data });
  await evaluateAll(platform, context);
  return { role };
}

/** Evaluates everybody whose role follows groups, after the change was committed. */
async function evaluateAll(
  { clock, jobs }: MappingPlatform,
  { db, organizationId }: OrganizationContext,
): Promise<void> {
  await jobs.enqueue(db, mappingKind, { organizationId }, clock.newId());
}

async function nextPriority({ db, organizationId }: OrganizationContext): Promise<number> {
  const [first] = await selectMappings(db, organizationId);
  return Math.min((first?.priority ?? 0) + step, maxPriority);
}

async function findMapping(
  { db, organizationId }: OrganizationContext,
  id: string,
): Promise<StoredMapping> {
  const row = await selectMapping(db, organizationId, id);
  if (row === undefined) throw notFound("The group mapping");
  return row;
}

const refuseTaken = (groupName: string) => (error: unknown) => {
  if (!isDuplicate(error)) throw error;
  throw new Problem("NAME_TAKEN", `The group ${quote(groupName)} is mapped already.`);
};

const ofMapping = ({ id, groupName, role, priority }: StoredMapping) => ({
  subject: { type: "groupMapping" as const, id, name: groupName },
  data: { role: role as Role, priority },
});

const ofOrganization = ({ organizationId, principal }: OrganizationContext) => ({
  type: "organization" as const,
  id: organizationId,
  name: principal.organization?.name ?? null,
});

function toMapping(row: StoredMapping): GroupMapping {
  return {
    id: row.id,
    groupName: row.groupName,
    role: row.role as Role,
    priority: row.priority,
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
