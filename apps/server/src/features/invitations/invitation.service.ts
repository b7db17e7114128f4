import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  Invitation,
  inviteMember,
  listInvitations,
} from "@lintel/contract/operations/invitation";
import type { Role } from "@lintel/contract/words/permissions";
import { quote } from "@lintel/json/shorten";
import { pageAddress } from "../../domain/people/page-address.ts";
import { needRecentSignIn } from "../../domain/people/recent-sign-in.ts";
import { checkMayGrant } from "../../domain/people/role.rules.ts";
import { codePrefix, digestSecret, makeSecret } from "../../platform/credentials/secret-format.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { readPaging } from "../../platform/paging.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import {
  insertInvitation,
  markRevoked,
  revokeOpen,
  selectAccount,
  selectInvitation,
  selectInvitations,
  type StoredInvitation,
} from "./invitation.store.ts";
import { isActiveMember } from "../../domain/people/user-rows.ts";

const validMs = 7 * 24 * 3_600_000;

export async function listAll(
  { db, organizationId }: OrganizationContext,
  input: InputOf<typeof listInvitations>,
): Promise<OutputOf<typeof listInvitations>> {
  const page = await selectInvitations(db, organizationId, readPaging(input));
  return { ...page, items: page.items.map(toInvitation) };
}

export async function invite(
  platform: Pick<Platform, "clock" | "mailer" | "publicOrigin">,
  context: OrganizationContext,
  { email, role }: InputOf<typeof inviteMember>,
): Promise<OutputOf<typeof inviteMember>> {
  const { db, organizationId, now, principal, region } = context;
  needRecentSignIn(principal, now);
  checkMayGrant(principal.role, role);
  const account = await selectAccount(db, email);
  if (account !== undefined && (await isActiveMember(db, organizationId, account.id)))
    throw new Problem("NAME_TAKEN", `${quote(email)} is a member of the organization already.`);
  await revokeOpen(db, organizationId, email, now);
  const code = makeSecret(codePrefix);
  const row = await insertInvitation(db, {
    organizationId,
    id: platform.clock.newId(),
    email,
    role,
    invitedBy: principal.user?.id ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + validMs),
    digest: digestSecret(code),
    isLinkShown: !platform.mailer.isConfigured && !principal.isFullyAudited,
  });
  const link = pageAddress(platform.publicOrigin(), region, `/invitation/${code}`);
  const name = principal.organization?.name ?? "an organization";
  await platform.mailer.send(db, {
    to: email,
    subject: `You are invited to ${name} on Lintel`,
    text: `${principal.user?.name ?? "An administrator"} invites you to ${name}. Open this address within 7 days:\n\n${link}\n`,
  });
  context.emit("member.invited", { subject: toSubject(row), data: { role } });
  // A mailed link shows that the address is the person's, so the one who invites does not see it.
  return { ...toInvitation(row), link: platform.mailer.isConfigured ? null : link };
}

export async function revoke(context: OrganizationContext, id: string): Promise<void> {
  const { db, organizationId, now } = context;
  const row = await selectInvitation(db, organizationId, id);
  if (row === undefined) throw notFound("The invitation");
  const wasRevokedBefore = row.revokedAt !== null;
  if (!wasRevokedBefore) await markRevoked(db, row, now);
  context.emit("member.invitation_revoked", {
    subject: toSubject(row),
    data: { wasRevokedBefore },
  });
}

const toSubject = ({ id, email }: StoredInvitation) =>
  ({ type: "invitation", id, name: email }) as const;

function toInvitation(row: StoredInvitation): Invitation {
  const { id, email, role, invitedBy, createdAt, expiresAt, acceptedAt, revokedAt } = row;
  return {
    id,
    email,
    role: role as Role,
    invitedBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    acceptedAt: acceptedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
