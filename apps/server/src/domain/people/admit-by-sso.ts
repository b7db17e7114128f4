import type { Role } from "@lintel/contract/words/permissions";
import type { Database } from "../../platform/database/open-database.ts";
import { Problem } from "../../platform/problem.ts";
import { claimAccount } from "./claim-account.ts";
import { domainOf } from "./email-domain.ts";
import type { Person } from "./emit-for-person.ts";
import { evaluateRole, type EvaluationPlatform, type EvaluationRequest } from "./evaluate-role.ts";
import { lockEvaluations, selectRoleRules, writeEvaluations } from "./evaluation-rows.ts";
import { lockOrganization } from "./lock-organization.ts";
import { decideRole, type RoleDecision } from "./match-groups.ts";
import { activatePending } from "./membership-state.ts";
import { ensureUser, findPerson, findUser } from "./user-rows.ts";

/** A person whom a connection asserts, after the assertion was verified. */
export interface AssertedPerson {
  readonly organizationId: string;
  readonly connectionId: string;
  readonly email: string | null;
  readonly name: string | null;
  /** The complete groups of the assertion; null where it names none. */
  readonly groups: readonly string[] | null;
  /** Whether people without a membership get one. */
  readonly isJitEnabled: boolean;
  /** The verified domains of the organization when the connection was saved. */
  readonly capturedDomains: readonly string[];
  readonly now: Date;
  /** A refusal emits an event as well: the caller commits the transaction although it throws. */
  readonly emit: EvaluationRequest["emit"];
}

export interface Admission {
  readonly userId: string;
  /** Whether the membership was created by this sign-in. */
  readonly wasProvisioned: boolean;
  /** Whether the account was created by this sign-in. */
  readonly isNewAccount: boolean;
}

/**
 * Finds or creates the member whom an identity provider asserts, and evaluates the role.
 *
 * @throws Problem MISSING_CLAIM, EMAIL_DOMAIN_UNVERIFIED, NOT_A_MEMBER or SSO_JIT_DISABLED
 */
export async function admitBySso(
  platform: EvaluationPlatform,
  trx: Database,
  person: AssertedPerson,
): Promise<Admission> {
  const email = await checkAddress(trx, person);
  const admission = await admitAddress(platform, trx, person, email);
  await noteSignIn(trx, person, admission.userId);
  return admission;
}

async function admitAddress(
  platform: EvaluationPlatform,
  trx: Database,
  person: AssertedPerson,
  email: string,
): Promise<Admission> {
  const { organizationId } = person;
  const present = await findMembership(trx, organizationId, email);
  if (present !== undefined) return admitMember(platform, trx, person, present);
  if (!person.isJitEnabled) return refuseStranger(trx, person, email);
  // Simultaneous first sign-ins of one person create one membership.
  await lockOrganization(trx, organizationId);
  const created = await findMembership(trx, organizationId, email);
  return created === undefined
    ? provision(platform, trx, person, email)
    : admitMember(platform, trx, person, created);
}

async function noteSignIn(
  trx: Database,
  { organizationId, connectionId, now }: AssertedPerson,
  userId: string,
): Promise<void> {
  await trx
    .insertInto("ssoSignIn")
    .values({ organizationId, userId, connectionId, signedInAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "userId", "connectionId"])
        .doUpdateSet({ signedInAt: now }),
    )
    .execute();
}

/**
 * An account is found by its address only where the organization owns the domain. A domain that was
 * captured and lost its verification since then does not count.
 */
async function checkAddress(
  trx: Database,
  { organizationId, email, capturedDomains }: AssertedPerson,
): Promise<string> {
  const domain = domainOf(email ?? "");
  if (email === null || domain === null)
    throw new Problem("MISSING_CLAIM", undefined, { claim: "email" });
  const isVerified = await trx
    .selectFrom("emailDomain")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("domain", "=", domain)
    .where("verifiedAt", "is not", null)
    .executeTakeFirst();
  if (isVerified !== undefined && capturedDomains.includes(domain)) return email.trim();
  throw new Problem(
    "EMAIL_DOMAIN_UNVERIFIED",
    `The connection does not cover ${domain}. An admin verifies the domain, and saves the connection again.`,
  );
}

type Membership = NonNullable<Awaited<ReturnType<typeof findMembership>>>;

async function findMembership(trx: Database, organizationId: string, email: string) {
  const user = await findPerson(trx, email);
  if (user === undefined) return undefined;
  const membership = await trx
    .selectFrom("membership")
    .select("isActive")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", user.id)
    .executeTakeFirst();
  return membership && { userId: user.id, email: user.email, isActive: membership.isActive };
}

async function admitMember(
  platform: EvaluationPlatform,
  trx: Database,
  person: AssertedPerson,
  { userId, email, isActive }: Membership,
): Promise<Admission> {
  const { organizationId, groups, now, emit } = person;
  const member = { id: userId, email };
  if (!isActive && !(await acceptPending(platform, trx, person, member)))
    throw new Problem(
      "NOT_A_MEMBER",
      "The membership was deactivated. Ask an admin to activate it at the identity provider.",
    );
  // An assertion without groups says nothing of the role.
  if (groups !== null) {
    const request = { organizationId, userId, groups, cause: "sso", now, emit } as const;
    await evaluateRole(platform, trx, request);
  }
  return { userId, wasProvisioned: false, isNewAccount: false };
}

/** The owner of the domain asserts the person, so a membership that waited for an answer needs none. */
async function acceptPending(
  platform: EvaluationPlatform,
  trx: Database,
  person: AssertedPerson,
  member: Person,
): Promise<boolean> {
  const { organizationId, groups, now, emit } = person;
  const { id: userId } = member;
  await lockOrganization(trx, organizationId);
  const accepted = await activatePending(trx, { organizationId, userId }, now);
  if (accepted === undefined) return false;
  // With groups, the caller evaluates the role.
  const request = { organizationId, userId, groups, cause: "scim", now, emit } as const;
  const evaluated = groups === null ? await evaluateRole(platform, trx, request) : null;
  emit("scim.membership_accepted", {
    organizationId,
    projectId: null,
    hasOwnEntry: true,
    ...whoOf(member),
    data: { membershipId: accepted.id, role: evaluated?.role ?? (accepted.role as Role) },
  });
  await claim(trx, person, member);
  return true;
}

/** Ends what a person who never proved the address can sign in with. */
async function claim(
  trx: Database,
  { organizationId, now, emit }: AssertedPerson,
  member: Person,
): Promise<void> {
  const claimed = await claimAccount(trx, member.id, now);
  if (claimed === null) return;
  const event = { organizationId, projectId: null, hasOwnEntry: true } as const;
  emit("account.claimed", { ...event, ...whoOf(member), data: claimed });
}

function whoOf({ id, email }: Person) {
  const subject = { type: "user", id, name: email } as const;
  return { subject, actor: { ...subject, keyId: null } };
}

async function refuseStranger(
  trx: Database,
  { organizationId, connectionId, emit }: AssertedPerson,
  email: string,
): Promise<never> {
  const user = await findUser(trx, email);
  const target = { type: "user", id: user?.id ?? null, name: email } as const;
  emit("sso.jit_denied", {
    organizationId,
    projectId: null,
    hasOwnEntry: true,
    isRefusal: true,
    actor: {
      ...target,
      keyId: null,
    },
    subject: {
      type: "ssoConnection",
      id: connectionId,
      name: null,
    },
    data: { connectionId },
    entry: {
      target,
      details: {
        connectionId,
        code: "SSO_JIT_DISABLED",
      },
    },
  });
  throw new Problem("SSO_JIT_DISABLED");
}

async function provision(
  platform: EvaluationPlatform,
  trx: Database,
  person: AssertedPerson,
  email: string,
): Promise<Admission> {
  const { organizationId, groups, now } = person;
  const name = person.name?.trim() || email;
  const id = platform.clock.newId();
  const user = await ensureUser(trx, { id, email, name, createdAt: now });
  const rules = await selectRoleRules(trx, organizationId);
  const decision = decideRole(rules, groups ?? []);
  await insertMembership(trx, { organizationId, userId: user.id, role: decision.role, now });
  // Without groups, the role is left to those who set it by hand: no mapping changes it later.
  if (groups !== null) {
    await lockEvaluations(trx, organizationId, [user.id]);
    const evaluated = { assertedGroups: groups, evaluatedAt: now, dueAt: null };
    await writeEvaluations(trx, organizationId, [user.id], evaluated);
  }
  emitProvisioned(person, user, decision);
  if (user.id !== id) await claim(trx, person, user);
  return { userId: user.id, wasProvisioned: true, isNewAccount: user.id === id };
}

async function insertMembership(
  trx: Database,
  membership: { organizationId: string; userId: string; role: Role; now: Date },
): Promise<void> {
  const { now, ...columns } = membership;
  const stamp = { createdAt: now, modifiedAt: now, rowVersion: 1 };
  await trx
    .insertInto("membership")
    .values({ ...columns, isActive: true, ...stamp })
    .execute();
}

function emitProvisioned(
  { organizationId, connectionId, emit }: AssertedPerson,
  person: Person,
  { role, mapping }: RoleDecision,
): void {
  emit("user.jit_provisioned", {
    organizationId,
    projectId: null,
    hasOwnEntry: true,
    ...whoOf(person),
    data: {
      role,
      connectionId,
      mappingId: mapping?.id ?? null,
      matchedPriority: mapping?.priority ?? null,
      fallbackUsed: mapping === null,
    },
    details: { matchedGroup: mapping?.groupName ?? null },
  });
}
