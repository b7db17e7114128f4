import type { InputOf } from "@lintel/contract/operation";
import type { SessionTokens } from "@lintel/contract/operations/session";
import type { setUp } from "@lintel/contract/operations/setup";
import { openSession, toTokens } from "../../domain/people/open-session.ts";
import { pageAddress } from "../../domain/people/page-address.ts";
import { hashPassword } from "../../platform/crypto/password-hash.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { Problem } from "../../platform/problem.ts";
import { addOrganization, type OrganizationNeeds } from "./organization.service.ts";
import { hasAnyOrganization, lockSetup } from "./organization.store.ts";
import { setPasswordHash } from "../../domain/people/user-rows.ts";

export type SetupPlatform = OrganizationNeeds & Pick<Platform, "publicOrigin" | "setupCodes">;

/** The address at which the first organization is made. */
export function makeSetupLink(
  { publicOrigin, setupCodes }: Pick<Platform, "publicOrigin" | "setupCodes">,
  region: string,
  now: Date,
): string {
  return pageAddress(publicOrigin(), region, `/set-up/${setupCodes.make(now)}`);
}

/** The same for the operator's command. @throws Problem SETUP_DONE */
export async function showSetupLink(
  platform: SetupPlatform,
  { db, region, now }: CallContext,
): Promise<{ link: string }> {
  if (await hasAnyOrganization(db)) throw new Problem("SETUP_DONE");
  return { link: makeSetupLink(platform, region, now) };
}

/** The hash of the owner's password, once the code is known to be good. */
export async function prepareSetup(
  { setupCodes }: Pick<Platform, "setupCodes">,
  { db, now }: CallContext,
  { code, password }: Pick<InputOf<typeof setUp>, "code" | "password">,
): Promise<string> {
  if (!setupCodes.isGood(code, now)) throw new Problem("CODE_INVALID");
  if (await hasAnyOrganization(db)) throw new Problem("SETUP_DONE");
  return hashPassword(password);
}

/** Makes the first organization. Of two people with the link, one gets it. */
export async function setUpRegion(
  platform: SetupPlatform,
  context: CallContext,
  input: InputOf<typeof setUp>,
  hash: string,
): Promise<SessionTokens> {
  const { db, now } = context;
  const { organizationName, slug, email, name, device, address } = input;
  await lockSetup(db);
  if (await hasAnyOrganization(db)) throw new Problem("SETUP_DONE");
  const owner = { ownerEmail: email, ownerName: name };
  const made = await addOrganization(platform, context, { name: organizationName, slug, ...owner });
  const userId = made.ownerUserId;
  await setPasswordHash(db, userId, hash);
  const given = { userId, method: "setup", connectionId: null, device, address, now } as const;
  return toTokens(await openSession(platform, db, given));
}
