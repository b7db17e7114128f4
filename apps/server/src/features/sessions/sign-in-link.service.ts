import type { InputOf } from "@lintel/contract/operation";
import type {
  makeSignInLink,
  PasswordSignIn,
  signInWithLink,
} from "@lintel/contract/operations/session";
import { beginSignIn } from "../../domain/people/begin-sign-in.ts";
import type { NoticePlatform } from "../../domain/people/mail-new-device.ts";
import { makeCode, useCode } from "../../domain/people/one-time-code.ts";
import { pageAddress } from "../../domain/people/page-address.ts";
import type { CallContext, OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import { nilUuid } from "../../platform/uuid.ts";
import { findPersonById, isActiveMember } from "../../domain/people/user-rows.ts";

const validMs = 3_600_000;

/** The operator may sign in any member, because the data folder allows more than that. */
export async function makeLink(
  { publicOrigin }: Pick<Platform, "publicOrigin">,
  context: OrganizationContext,
  { userId }: InputOf<typeof makeSignInLink>,
): Promise<{ link: string }> {
  const { db, now, region, organizationId } = context;
  const person = await findPersonById(db, userId);
  const isMember = await isActiveMember(db, organizationId, userId);
  if (person === undefined || !isMember) throw notFound("The member");
  const expiresAt = new Date(now.getTime() + validMs);
  const code = await makeCode(db, { purpose: "sign-in", userId, expiresAt });
  const subject = { type: "user", id: userId, name: person.email } as const;
  context.emit("session.link_made", { subject, data: {} });
  return { link: pageAddress(publicOrigin(), region, `/sign-in/link/${code}`) };
}

/** The link takes the place of the password, not of the second factor. */
export async function signInByLink(
  platform: Pick<Platform, "clock" | "log" | "region"> & NoticePlatform,
  context: CallContext,
  { code, device, address }: InputOf<typeof signInWithLink>,
): Promise<PasswordSignIn> {
  const { db, now } = context;
  const used = await useCode(db, "sign-in", code, now);
  const person = await findPersonById(db, used?.userId ?? nilUuid);
  if (person === undefined) throw new Problem("CODE_INVALID");
  return beginSignIn(platform, context, person, "link", { device, address });
}
