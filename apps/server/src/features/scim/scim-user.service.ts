import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  createScimUser,
  listScimUsers,
  patchScimUser,
} from "@lintel/contract/operations/scim-user";
import { parseUserFilter } from "@lintel/scim/filter";
import { patchUser } from "@lintel/scim/user-patch";
import { needAddress, readUser, type GivenUser, type ScimUser } from "@lintel/scim/user";
import { lockOrganization } from "../../domain/people/lock-organization.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { Problem } from "../../platform/problem.ts";
import { linkAccount } from "./account-link.ts";
import {
  deleteGroupRowsOf,
  insertMembership,
  insertRemoved,
  isRemoved,
} from "./membership.store.ts";
import { missing, readRequest, readScimId, readScimPaging } from "./read-request.ts";
import { deactivate, evaluate, reactivate } from "./scim-access.ts";
import { organizationAddress } from "./scim-address.ts";
import type { ScimPlatform } from "./scim-platform.ts";
import { followAddress } from "./scim-sign-in-address.ts";
import { listChanges, toScimUser, toUserResource } from "./scim-user.records.ts";
import {
  countScimUsers,
  deleteScimUserRow,
  selectRivals,
  selectScimUser,
  selectScimUsers,
  writeScimUser,
  type StoredScimUser,
} from "./scim-user.store.ts";

export async function listUsers(
  platform: ScimPlatform,
  context: OrganizationContext,
  input: InputOf<typeof listScimUsers>,
): Promise<OutputOf<typeof listScimUsers>> {
  const { db, organizationId } = context;
  const { filter: text } = input;
  const filter = text === undefined ? null : readRequest(() => parseUserFilter(text));
  const { startIndex, ...page } = readScimPaging(input);
  const listed = { organizationId, filter };
  const base = organizationAddress(platform, context);
  const rows = page.take === 0 ? [] : await selectScimUsers(db, listed, page);
  return {
    totalResults: await countUnlessKnown(rows, page, () => countScimUsers(db, listed)),
    startIndex,
    resources: rows.map((row) => toUserResource(row, base)),
  };
}

/** The total of a list. A page that is not full is the last one, which needs no count. */
export async function countUnlessKnown(
  rows: readonly unknown[],
  { skip, take }: { readonly skip: number; readonly take: number },
  count: () => Promise<number>,
): Promise<number> {
  const isLast = rows.length < take && (rows.length > 0 || skip === 0);
  return isLast ? skip + rows.length : count();
}

export async function readScimUser(
  platform: ScimPlatform,
  context: OrganizationContext,
  id: string,
): Promise<object> {
  return toUserResource(await findUser(context, id), organizationAddress(platform, context));
}

async function findUser(
  { db, organizationId }: OrganizationContext,
  given: string,
): Promise<StoredScimUser> {
  const row = await selectScimUser(db, organizationId, readScimId(given, "user"));
  if (row === undefined) throw missing("user");
  return row;
}

/** @throws Problem NAME_TAKEN */
export async function provisionUser(
  platform: ScimPlatform,
  context: OrganizationContext,
  { body }: InputOf<typeof createScimUser>,
): Promise<object> {
  const { db, organizationId, now } = context;
  const given = readRequest(() => readUser(body));
  // Calls that give out names run one after the other.
  await lockOrganization(db, organizationId);
  await refuseRivals(context, null, given);
  const address = needAddress(given);
  const account = await linkAccount(platform, db, organizationId, address, given, now);
  const { userId, needsAcceptance, isLinked, claimed } = account;
  const isWanted = given.isActive ?? true;
  const isPending = isWanted && needsAcceptance;
  const id = platform.clock.newId();
  const isActive = isWanted && !needsAcceptance;
  await insertMembership(db, { id, organizationId, userId, isActive }, now);
  const pendingSince = isPending ? now : null;
  const written = { ...given, organizationId, userId, needsAcceptance, pendingSince };
  await writeScimUser(db, written, null, now);
  if (isActive) await evaluate(platform, context, userId);
  context.emit("scim.user_provisioned", {
    subject: { type: "user", id: userId, name: account.email },
    data: { membershipId: id, isLinked, isPending },
  });
  if (claimed !== null)
    context.emit("account.claimed", {
      subject: { type: "user", id: userId, name: account.email },
      data: claimed,
    });
  return readScimUser(platform, context, id);
}

async function refuseRivals(
  { db, organizationId }: OrganizationContext,
  ownId: string | null,
  user: Pick<GivenUser, "userName" | "externalId">,
): Promise<void> {
  const rivals = await selectRivals(db, organizationId, user);
  const rival = rivals.find(({ id }) => id !== ownId);
  if (rival === undefined) return;
  const name = rival.hasUserName ? "userName" : "externalId";
  throw new Problem("NAME_TAKEN", `A user with this ${name} exists already.`);
}

/** PUT: replaces all attributes; `active` stays as it is where the body does not say. */
export async function replaceUser(
  platform: ScimPlatform,
  context: OrganizationContext,
  { id, body }: InputOf<typeof patchScimUser>,
): Promise<object> {
  const given = readRequest(() => readUser(body));
  await lockOrganization(context.db, context.organizationId);
  return changeUser(platform, context, id, async (row) => {
    await refuseRivals(context, row.id, given);
    return { ...given, isActive: given.isActive ?? toScimUser(row).isActive };
  });
}

/** PATCH: all operations, or none. A PATCH cannot change userName and externalId. */
export async function changeUserParts(
  platform: ScimPlatform,
  context: OrganizationContext,
  { id, body }: InputOf<typeof patchScimUser>,
): Promise<object> {
  return changeUser(platform, context, id, async (row) =>
    readRequest(() => patchUser(toScimUser(row), body), { membershipId: row.id }),
  );
}

/** Another call can write the same user between the read and the write, which is then repeated. */
const maxAttempts = 10;

async function changeUser(
  platform: ScimPlatform,
  context: OrganizationContext,
  id: string,
  change: (row: StoredScimUser) => Promise<ScimUser>,
): Promise<object> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const row = await findUser(context, id);
    const before = toScimUser(row);
    const after = await change(row);
    // Locked before the user's row, as by every call that changes who has access.
    if (after.isActive !== before.isActive || listChanges(before, after).includes("emails"))
      await lockOrganization(context.db, context.organizationId);
    if (await applyChange(platform, context, row, before, after))
      return readScimUser(platform, context, id);
  }
  throw new Error("The user changed too often during the call.");
}

async function applyChange(
  platform: ScimPlatform,
  context: OrganizationContext,
  row: StoredScimUser,
  before: ScimUser,
  after: ScimUser,
): Promise<boolean> {
  const { db, organizationId, now } = context;
  const changed = listChanges(before, after);
  const isSwitched = after.isActive !== before.isActive;
  if (changed.length === 0 && !isSwitched) return true;
  const { isActive, ...attributes } = after;
  const needsAcceptance = row.needsAcceptance ?? false;
  const written = {
    ...attributes,
    userName: row.userName === null && !changed.includes("userName") ? null : after.userName,
    organizationId,
    userId: row.userId,
    needsAcceptance,
    pendingSince: isActive && needsAcceptance ? (row.pendingSince ?? now) : null,
  };
  if (!(await writeScimUser(db, written, row.scimVersion, now))) return false;
  await followAddress(platform, context, row, before, after);
  if (changed.length > 0)
    context.emit("scim.user_updated", {
      subject: { type: "user", id: row.userId, name: row.accountEmail },
      data: { membershipId: row.id, changed },
    });
  if (isSwitched && isActive) await reactivate(platform, context, row);
  if (isSwitched && !isActive) await deactivate(platform, context, row, false);
  return true;
}

/** DELETE of a user that is gone already changes nothing. */
export async function removeUser(
  platform: ScimPlatform,
  context: OrganizationContext,
  given: string,
): Promise<void> {
  const { db, organizationId, now } = context;
  const id = readScimId(given, "user");
  await lockOrganization(db, organizationId);
  const row = await selectScimUser(db, organizationId, id);
  if (row === undefined) {
    if (await isRemoved(db, organizationId, id)) return;
    throw missing("user");
  }
  await deleteGroupRowsOf(db, organizationId, id);
  await deleteScimUserRow(db, { organizationId, userId: row.userId }, now);
  await insertRemoved(db, organizationId, id, now);
  await deactivate(platform, context, row, true);
}
