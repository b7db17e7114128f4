import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { acceptInvitation, readInvitation } from "@lintel/contract/operations/invitation";
import type { SessionTokens } from "@lintel/contract/operations/session";
import type { Role } from "@lintel/contract/words/permissions";
import { doubtAddress } from "../../domain/people/claim-account.ts";
import { openSession, toTokens } from "../../domain/people/open-session.ts";
import { digestSecret } from "../../platform/credentials/secret-format.ts";
import { hashPassword } from "../../platform/crypto/password-hash.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { invalid, Problem } from "../../platform/problem.ts";
import { markAccepted, selectAccount, selectOpen } from "./invitation.store.ts";
import { setPasswordHash } from "../../domain/people/user-rows.ts";

/** Makes a person a member of an organization, and returns the user's id. */
export type Enroll = (
  db: Database,
  member: { organizationId: string; email: string; name: string; role: Role; now: Date },
) => Promise<string>;

type Accept = InputOf<typeof acceptInvitation>;

export async function describeInvitation(
  { db, now }: CallContext,
  { code }: InputOf<typeof readInvitation>,
): Promise<OutputOf<typeof readInvitation>> {
  const invitation = await findOpen(db, code, now);
  const { organizationName: organization, email, role } = invitation;
  const account = await selectAccount(db, email);
  return {
    organization,
    email,
    role: role as Role,
    hasAccount: account !== undefined && isInUse(account),
  };
}

async function findOpen(db: Database, code: string, now: Date) {
  const invitation = await selectOpen(db, digestSecret(code), now);
  if (invitation === undefined) throw new Problem("CODE_INVALID");
  return invitation;
}

type Account = NonNullable<Awaited<ReturnType<typeof selectAccount>>>;

/** The person who invites may know the link, so it opens no account that is in use. */
const isInUse = ({ passwordHash, memberships, passkeys }: Account) =>
  passwordHash !== null || Number(memberships) + Number(passkeys) > 0;

/** The hash of a new person's password. A person with an account signs in first. */
export async function prepareAcceptance(
  { db, now, principal }: CallContext,
  { code, name, password }: Accept,
): Promise<string | null> {
  const { email } = await findOpen(db, code, now);
  const account = await selectAccount(db, email);
  if (account !== undefined && isInUse(account)) {
    if (principal.user?.id === account.id) return null;
    throw new Problem("SIGN_IN_REQUIRED", `Sign in as ${email} to accept the invitation.`);
  }
  if (name === undefined || password === undefined) {
    const field = name === undefined ? "name" : "password";
    throw invalid({ field, code: "required", message: "Is needed for a new account." });
  }
  return hashPassword(password);
}

/** Makes the person a member; a new one is signed in. A mailed link shows that the address is theirs. */
export async function accept(
  platform: Pick<Platform, "clock">,
  context: CallContext,
  { code, name = "", device, address }: Accept,
  hash: string | null,
  enroll: Enroll,
): Promise<SessionTokens | null> {
  const { db, now } = context;
  const invitation = await findOpen(db, code, now);
  if (!(await markAccepted(db, invitation, now))) throw new Problem("CODE_INVALID");
  const { organizationId, email } = invitation;
  const role = invitation.role as Role;
  const userId = await enroll(db, { organizationId, email, name, role, now });
  const actor = { type: "user", id: userId, name: email, keyId: null } as const;
  const subject = { type: "user", id: userId, name: email } as const;
  context.emit("member.added", { organizationId, subject, actor, data: { role } });
  if (hash === null) return null;
  await setPasswordHash(db, userId, hash);
  if (invitation.isLinkShown) await doubtAddress(db, userId);
  const given = { userId, method: "invitation", connectionId: null } as const;
  return toTokens(await openSession(platform, db, { ...given, device, address, now }));
}
