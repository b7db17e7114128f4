import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  createScimGroup,
  getScimGroup,
  listScimGroups,
  patchScimGroup,
  replaceScimGroup,
} from "@lintel/contract/operations/scim-group";
import { renderGroup } from "@lintel/scim/answers";
import { parseGroupFilter } from "@lintel/scim/filter";
import { readGroup, unknownMember } from "@lintel/scim/group";
import { readGroupPatch, type GroupChange } from "@lintel/scim/group-patch";
import { evaluateRoles } from "../../domain/people/evaluate-role.ts";
import { isDuplicate } from "../../platform/database/database-error.ts";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { Problem } from "../../platform/problem.ts";
import { isRemoved } from "./membership.store.ts";
import { missing, readRequest, readScimId, readScimPaging } from "./read-request.ts";
import { organizationAddress } from "./scim-address.ts";
import {
  changeMembers,
  countScimGroups,
  deleteScimGroupRow,
  holdUsers,
  insertScimGroup,
  lockScimGroup,
  selectGroupMembers,
  selectGroupUserIds,
  selectScimGroup,
  selectScimGroups,
  updateScimGroup,
  type ChangedMembers,
  type StoredScimGroup,
} from "./scim-group.store.ts";
import type { ScimPlatform } from "./scim-platform.ts";
import { countUnlessKnown } from "./scim-user.service.ts";

export async function listGroups(
  platform: ScimPlatform,
  context: OrganizationContext,
  input: InputOf<typeof listScimGroups>,
): Promise<OutputOf<typeof listScimGroups>> {
  const { db, organizationId } = context;
  const { filter: text, withMembers = true } = input;
  const filter = text === undefined ? null : readRequest(() => parseGroupFilter(text));
  const { startIndex, ...page } = readScimPaging(input);
  const groups = { organizationId, filter };
  const rows = page.take === 0 ? [] : await selectScimGroups(db, groups, page);
  return {
    totalResults: await countUnlessKnown(rows, page, () => countScimGroups(db, groups)),
    startIndex,
    resources: await toResources(platform, context, rows, withMembers),
  };
}

async function toResources(
  platform: ScimPlatform,
  context: OrganizationContext,
  rows: readonly StoredScimGroup[],
  withMembers: boolean,
): Promise<object[]> {
  const { db, organizationId } = context;
  const ids = rows.map(({ id }) => id);
  const members = withMembers ? await selectGroupMembers(db, organizationId, ids) : [];
  const byGroup = Map.groupBy(members, ({ groupId }) => groupId);
  const base = organizationAddress(platform, context);
  return rows.map((row) =>
    renderGroup(
      {
        ...row,
        rowVersion: encodeRowVersion(row.rowVersion),
        members: withMembers ? (byGroup.get(row.id) ?? []) : null,
      },
      base,
    ),
  );
}

export async function readScimGroup(
  platform: ScimPlatform,
  context: OrganizationContext,
  { id, withMembers = true }: InputOf<typeof getScimGroup>,
): Promise<unknown> {
  const { db, organizationId } = context;
  const row = await selectScimGroup(db, organizationId, readScimId(id, "group"));
  if (row === undefined) throw missing("group");
  const [resource] = await toResources(platform, context, [row], withMembers);
  return resource;
}

/** @throws Problem NAME_TAKEN */
export async function provisionGroup(
  platform: ScimPlatform,
  context: OrganizationContext,
  { body }: InputOf<typeof createScimGroup>,
): Promise<unknown> {
  const { db, organizationId, now } = context;
  const { memberIds, ...texts } = readRequest(() => readGroup(body));
  const id = platform.clock.newId();
  await refuseTaken(insertScimGroup(db, { organizationId, id, ...texts }, now));
  const members = { isEmptied: false, added: new Set(memberIds), removed: new Set<string>() };
  const changed = await applyMembers(platform, context, id, members);
  context.emit("scim.group_created", {
    subject: { type: "scimGroup", id, name: texts.displayName },
    data: { added: changed.added.length },
  });
  return readScimGroup(platform, context, { id });
}

async function refuseTaken(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new Problem("NAME_TAKEN", "A group with this displayName or externalId exists already.");
  }
}

async function applyMembers(
  platform: ScimPlatform,
  context: OrganizationContext,
  groupId: string,
  members: GroupChange["members"],
): Promise<ChangedMembers> {
  const { db, organizationId } = context;
  if (members.added.size > 0) {
    const [unknown] = await holdUsers(db, organizationId, [...members.added]);
    if (unknown !== undefined)
      readRequest(() => {
        throw unknownMember(unknown);
      });
  }
  const changed = await changeMembers(db, organizationId, groupId, members);
  await evaluateAll(platform, context, [...changed.added, ...changed.removed]);
  return changed;
}

async function evaluateAll(
  platform: ScimPlatform,
  { db, organizationId, now, emit }: OrganizationContext,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  const request = { organizationId, userIds, groups: null, cause: "scim", now, emit } as const;
  await evaluateRoles(platform, db, request);
}

/** PUT: replaces the names and the members. */
export async function replaceGroup(
  platform: ScimPlatform,
  context: OrganizationContext,
  { body, ...read }: InputOf<typeof replaceScimGroup>,
): Promise<unknown> {
  const { memberIds, ...texts } = readRequest(() => readGroup(body));
  const members = { isEmptied: true, added: new Set(memberIds), removed: new Set<string>() };
  await changeGroup(platform, context, read.id, { ...texts, members });
  return readScimGroup(platform, context, read);
}

/** PATCH: all operations, or none. */
export async function changeGroupParts(
  platform: ScimPlatform,
  context: OrganizationContext,
  { id, body }: InputOf<typeof patchScimGroup>,
): Promise<void> {
  const change = readRequest(() => readGroupPatch(body), { groupId: id });
  await changeGroup(platform, context, id, change);
}

async function changeGroup(
  platform: ScimPlatform,
  context: OrganizationContext,
  given: string,
  change: GroupChange,
): Promise<void> {
  const { db, organizationId, now } = context;
  const before = await lockScimGroup(db, organizationId, readScimId(given, "group"));
  if (before === undefined) throw missing("group");
  const after = {
    id: before.id,
    displayName: change.displayName ?? before.displayName,
    externalId: change.externalId === undefined ? before.externalId : change.externalId,
  };
  const changed = (["displayName", "externalId"] as const).filter(
    (name) => after[name] !== before[name],
  );
  const { added, removed } = await applyMembers(platform, context, before.id, change.members);
  if (changed.length + added.length + removed.length === 0) return;
  await refuseTaken(updateScimGroup(db, organizationId, after, now));
  // Mappings name groups, so that a new name can give its members another role.
  if (after.displayName.toLowerCase() !== before.displayName.toLowerCase())
    await evaluateAll(platform, context, await selectGroupUserIds(db, organizationId, before.id));
  context.emit("scim.group_updated", {
    subject: { type: "scimGroup", id: before.id, name: after.displayName },
    data: { changed, added: added.length, removed: removed.length },
    details: { addedUserIds: added, removedUserIds: removed },
  });
}

/** DELETE of a group that is gone already changes nothing. */
export async function removeGroup(
  platform: ScimPlatform,
  context: OrganizationContext,
  given: string,
): Promise<void> {
  const { db, organizationId } = context;
  const id = readScimId(given, "group");
  const group = await lockScimGroup(db, organizationId, id);
  if (group === undefined) {
    if (await isRemoved(db, organizationId, id)) return;
    throw missing("group");
  }
  const userIds = await selectGroupUserIds(db, organizationId, id);
  await deleteScimGroupRow(db, organizationId, id);
  await evaluateAll(platform, context, userIds);
  context.emit("scim.group_deleted", {
    subject: { type: "scimGroup", id, name: group.displayName },
    data: { removed: userIds.length },
  });
}
