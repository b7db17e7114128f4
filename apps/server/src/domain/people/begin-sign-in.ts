import type { PasswordSignIn, SessionTokens } from "@lintel/contract/operations/session";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { emitForPerson, type Person } from "./emit-for-person.ts";
import { mailNewDevice, type NoticePlatform } from "./mail-new-device.ts";
import { makeCode } from "./one-time-code.ts";
import { openSession, toTokens } from "./open-session.ts";
import { noteBreakGlass, type DirectMethod } from "./sign-in-policy.ts";

type SignInPlatform = Pick<Platform, "clock" | "log"> & NoticePlatform;

const stepMs = 5 * 60_000;

/** Where a person signs in. */
interface Browser {
  readonly device: string;
  readonly address: string;
}

/** What a person gives before the second factor: the password, or a link of the operator. */
export type FirstFactor = "password" | "link";

/** Begins a session after the first factor, or the step that asks for the second factor. */
export async function beginSignIn(
  platform: SignInPlatform,
  context: CallContext,
  person: Person,
  method: FirstFactor,
  browser: Browser,
): Promise<PasswordSignIn> {
  const { db, now } = context;
  const { id: userId } = person;
  const factor = await db
    .selectFrom("secondFactor")
    .select("enabledAt")
    .where("userId", "=", userId)
    .where("enabledAt", "is not", null)
    .executeTakeFirst();
  if (factor === undefined)
    return {
      session: await completeSignIn(platform, context, person, method, browser),
      step: null,
    };
  const expiresAt = new Date(now.getTime() + stepMs);
  const data = { method };
  const step = await makeCode(db, { purpose: "second-factor", userId, data, expiresAt });
  return { session: null, step };
}

/** Begins the session of a person who gave everything that is asked for. */
export function completeSignIn(
  platform: SignInPlatform,
  context: CallContext,
  person: Person,
  method: FirstFactor,
  browser: Browser,
): Promise<SessionTokens> {
  return openDirectSession(platform, context, person, method, browser);
}

/** The first factor of a step; a step of an earlier version has none and followed a password. */
export const firstFactorOf = (data: Readonly<Record<string, unknown>>): FirstFactor =>
  data["method"] === "link" ? "link" : "password";

/** Begins a session without an identity provider. `details` are for the audit entry. */
export async function openDirectSession(
  platform: SignInPlatform,
  context: CallContext,
  person: Person,
  method: DirectMethod | "link",
  { device, address }: Browser,
  details: Readonly<Record<string, unknown>> = {},
): Promise<SessionTokens> {
  const { db, now } = context;
  const given = { userId: person.id, method, connectionId: null, device, address, now };
  const secrets = await openSession(platform, db, given);
  const { sessionId } = secrets;
  await mailNewDevice(platform, db, { ...given, sessionId, email: person.email });
  // A link of the operator is no way of the person's own.
  if (method !== "link" && (await noteBreakGlass(context, person, method)))
    platform.log.warn(
      { region: platform.region, userId: person.id, address, method },
      "a break-glass owner signed in directly although single sign-on is enforced",
    );
  const all = { address, sessionId, ...details };
  await emitForPerson(context, db, person, "session.started", { method }, all);
  return toTokens(secrets);
}
