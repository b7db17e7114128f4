import { domainOf } from "@lintel/scim/emails";
import { needAddress, type ScimUser } from "@lintel/scim/user";
import { nameTime } from "../../domain/people/device-name.ts";
import { pageAddress } from "../../domain/people/page-address.ts";
import { composeNotice } from "../../platform/mail/compose-notice.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { isMemberElsewhere, selectAccount, updateAccountEmail } from "./membership.store.ts";
import type { ScimPlatform } from "./scim-platform.ts";
import type { StoredScimUser } from "./scim-user.store.ts";
import { isDomainVerified } from "./verified-domain.store.ts";

/**
 * Makes a new e-mail address of a user the address to sign in with, where the organization may decide
 * that: it verified the domain, and no other organization has the account. Mails the old address.
 */
export async function followAddress(
  { mailer, publicOrigin, region }: Pick<ScimPlatform, "mailer" | "publicOrigin" | "region">,
  { db, organizationId, now, emit }: OrganizationContext,
  row: StoredScimUser,
  before: ScimUser,
  after: ScimUser,
): Promise<void> {
  const address = needAddress(after);
  const isSame = (other: string) => other.toLowerCase() === address.toLowerCase();
  if (isSame(needAddress(before)) || isSame(row.accountEmail)) return;
  if (!(await isDomainVerified(db, organizationId, domainOf(address)))) return;
  if (await isMemberElsewhere(db, organizationId, row.userId)) return;
  if ((await selectAccount(db, address)) !== undefined) return;
  await updateAccountEmail(db, row.userId, address);
  await mailer.send(
    db,
    composeNotice({
      to: row.accountEmail,
      subject: "Your address to sign in has changed",
      event: `Your organization's identity provider changed the address that you sign in with.`,
      facts: { "New address": address, Time: nameTime(now) },
      advice:
        "If you did not expect this, ask an administrator of your organization, and end the sessions that you do not know on the page of your account:",
      link: pageAddress(publicOrigin(), region, "/account"),
    }),
  );
  emit("scim.sign_in_address_changed", {
    hasOwnEntry: true,
    subject: { type: "user", id: row.userId, name: address },
    data: { membershipId: row.id },
    details: { before: row.accountEmail, after: address },
  });
}
