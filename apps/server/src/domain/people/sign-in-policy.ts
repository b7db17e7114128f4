import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import { changeAsSystem, type SystemPlatform } from "../../platform/kernel/change-as-system.ts";
import { Problem } from "../../platform/problem.ts";
import { domainOf } from "./email-domain.ts";

/** How the people of a domain sign in. It depends on the domain alone, never on an account. */
export interface SignInPolicy {
  readonly domain: string | null;
  /** The organization that has verified the domain. */
  readonly organizationId: string | null;
  /** Whether single sign-on is the only way. */
  readonly isEnforced: boolean;
}

export async function findSignInPolicy(db: Database, email: string): Promise<SignInPolicy> {
  const domain = domainOf(email);
  const row =
    domain === null
      ? undefined
      : await db
          .selectFrom("emailDomain")
          .select(["organizationId", "enforcedAt"])
          .where("domain", "=", domain)
          .where("verifiedAt", "is not", null)
          .executeTakeFirst();
  const organizationId = row?.organizationId ?? null;
  return { domain, organizationId, isEnforced: row !== undefined && row.enforcedAt !== null };
}

/** A way to sign in without an identity provider. */
export type DirectMethod = "password" | "passkey";

interface Person {
  readonly id: string;
  readonly email: string;
}

/**
 * Refuses a sign-in with a password or a passkey on an enforced domain, and records the refusal in a
 * transaction of its own: call it before the transaction of the sign-in, once the proof was right.
 *
 * @throws Problem SSO_REQUIRED
 */
export async function needDirectSignIn(
  platform: SystemPlatform,
  db: Database,
  person: Person,
  method: DirectMethod,
): Promise<void> {
  const { organizationId, isEnforced } = await findSignInPolicy(db, person.email);
  if (!isEnforced || organizationId === null) return;
  if (await isBreakGlass(db, organizationId, person.id)) return;
  await changeAsSystem(platform, db, organizationId, async ({ emit }) =>
    emit("sso.enforcement_blocked", {
      actor: { type: "user", id: person.id, name: person.email, keyId: null },
      isRefusal: true,
      subject: { type: "user", id: person.id, name: person.email },
      data: { method },
      details: { code: "SSO_REQUIRED" },
    }),
  );
  throw new Problem("SSO_REQUIRED");
}

/** Records the sign-in of an owner who passes by an enforced domain. */
export async function noteBreakGlass(
  { db, emit }: Pick<CallContext, "db" | "emit">,
  { id, email }: Person,
  method: DirectMethod,
): Promise<boolean> {
  const { organizationId, isEnforced } = await findSignInPolicy(db, email);
  if (!isEnforced || organizationId === null || !(await isBreakGlass(db, organizationId, id)))
    return false;
  emit("sso.break_glass_used", {
    organizationId,
    projectId: null,
    hasOwnEntry: true,
    actor: { type: "user", id, name: email, keyId: null },
    subject: { type: "user", id, name: email },
    data: { method },
  });
  return true;
}

/** Whether the user is an owner who may sign in directly. A former owner may not. */
async function isBreakGlass(db: Database, organizationId: string, userId: string) {
  const row = await db
    .selectFrom("breakGlassOwner as b")
    .innerJoin("membership as m", (join) =>
      join.onRef("m.organizationId", "=", "b.organizationId").onRef("m.userId", "=", "b.userId"),
    )
    .select(sql`1`.as("found"))
    .where("b.organizationId", "=", organizationId)
    .where("b.userId", "=", userId)
    .where("m.isActive", "=", true)
    .where("m.role", "=", "owner")
    .executeTakeFirst();
  return row !== undefined;
}
