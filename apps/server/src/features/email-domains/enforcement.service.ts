import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  addBreakGlassOwner,
  EmailDomain,
  listBreakGlassOwners,
  listMembersWithoutSso,
  removeBreakGlassOwner,
  setSsoEnforcement,
} from "@lintel/contract/operations/email-domain";
import { needSession } from "../../domain/people/recent-sign-in.ts";
import { refuseLockout } from "../../domain/people/refuse-lockout.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { readPaging, wholeList } from "../../platform/paging.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import {
  deleteBreakGlassOwner,
  insertBreakGlassOwner,
  selectBreakGlassOwners,
  selectOwner,
  type StoredBreakGlassOwner,
} from "./break-glass.store.ts";
import { findDomain, subjectOf, toEmailDomain } from "./email-domain.service.ts";
import { hasSignedInBySso, selectWithoutSso, updateDomain } from "./email-domain.store.ts";

export async function changeEnforcement(
  context: OrganizationContext,
  { domainId, isEnforced, confirmLockout = false }: InputOf<typeof setSsoEnforcement>,
): Promise<EmailDomain> {
  const { db, now, principal } = context;
  needSession(principal, now);
  const row = await findDomain(context, domainId);
  if (isEnforced && row.verifiedAt === null) throw new Problem("DOMAIN_UNVERIFIED");
  if (isEnforced) await needProof(context);
  if ((row.enforcedAt !== null) === isEnforced) return toEmailDomain(row);
  const changed = await refuseLockout(context, confirmLockout, () =>
    updateDomain(db, row, { enforcedAt: isEnforced ? now : null }, now),
  );
  context.emit("sso.enforcement_changed", { subject: subjectOf(row), data: { isEnforced } });
  return toEmailDomain(changed);
}

/** A person who closes the other ways has used the remaining one. The operator can open them again. */
async function needProof({ db, organizationId, principal }: OrganizationContext): Promise<void> {
  if (principal.user === null) return;
  if (!(await hasSignedInBySso(db, organizationId, principal.user.id)))
    throw new Problem("SSO_UNPROVEN");
}

export async function listWithoutSso(
  context: OrganizationContext,
  input: InputOf<typeof listMembersWithoutSso>,
): Promise<OutputOf<typeof listMembersWithoutSso>> {
  const row = await findDomain(context, input.domainId);
  return selectWithoutSso(context.db, row, readPaging(input));
}

export async function listBreakGlass({
  db,
  organizationId,
}: OrganizationContext): Promise<OutputOf<typeof listBreakGlassOwners>> {
  return wholeList((await selectBreakGlassOwners(db, organizationId)).map(toOwner));
}

export async function addBreakGlass(
  context: OrganizationContext,
  userId: string,
): Promise<OutputOf<typeof addBreakGlassOwner>> {
  const { db, organizationId, now, principal } = context;
  needSession(principal, now);
  needOwner(context);
  const owner = await selectOwner(db, organizationId, userId);
  if (owner === undefined) throw notFound("The owner");
  const subject = { type: "user", id: userId, name: owner.email } as const;
  if (await insertBreakGlassOwner(db, { organizationId, userId }, now))
    context.emit("sso.break_glass_added", { subject, data: {} });
  const all = await selectBreakGlassOwners(db, organizationId);
  const row = all.find((one) => one.userId === userId);
  if (row === undefined) throw notFound("The owner");
  return toOwner(row);
}

export async function removeBreakGlass(
  context: OrganizationContext,
  { userId, confirmLockout = false }: InputOf<typeof removeBreakGlassOwner>,
): Promise<void> {
  const { db, organizationId, now, principal } = context;
  needSession(principal, now);
  needOwner(context);
  const all = await selectBreakGlassOwners(db, organizationId);
  const row = all.find((one) => one.userId === userId);
  if (row === undefined) throw notFound("The owner");
  await refuseLockout(context, confirmLockout, () =>
    deleteBreakGlassOwner(db, organizationId, userId),
  );
  const subject = { type: "user", id: userId, name: row.email } as const;
  context.emit("sso.break_glass_removed", { subject, data: {} });
}

/** Only owners decide which owners pass by the rule. */
function needOwner({ principal }: OrganizationContext): void {
  if (principal.role === null || principal.role === "owner") return;
  throw new Problem("ROLE_INSUFFICIENT", "Only an owner can change the break-glass owners.");
}

const toOwner = ({ createdAt, ...owner }: StoredBreakGlassOwner) => ({
  ...owner,
  createdAt: createdAt.toISOString(),
});
