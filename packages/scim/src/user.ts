import { findAddress, readEmails, type ScimEmail } from "./emails.ts";
import { invalidValue } from "./scim-error.ts";
import { isUnassigned, memberOf, needObject, needText, readBoolean, readText } from "./values.ts";

/** What an identity provider says of a person. Texts that are unassigned are null. */
export interface UserAttributes {
  readonly userName: string;
  readonly externalId: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly displayName: string | null;
  readonly emails: readonly ScimEmail[];
}

export interface ScimUser extends UserAttributes {
  readonly isActive: boolean;
}

/** A user in the body of POST or PUT. `isActive` is null where the body does not say. */
export type GivenUser = UserAttributes & { readonly isActive: boolean | null };

/**
 * Reads a complete user. Other attributes and schemas are ignored (RFC 7644 §3.3).
 *
 * @throws ScimError VALIDATION_FAILED
 */
export function readUser(body: unknown): GivenUser {
  const given = needObject(body, "The user");
  const name = memberOf(given, "name") ?? undefined;
  const ofName = isUnassigned(name) ? {} : needObject(name, "name");
  const active = memberOf(given, "active");
  const user = {
    userName: needText(memberOf(given, "userName"), "userName").trim(),
    externalId: readText(memberOf(given, "externalId"), "externalId"),
    givenName: readText(memberOf(ofName, "givenName"), "name.givenName"),
    familyName: readText(memberOf(ofName, "familyName"), "name.familyName"),
    displayName: readText(memberOf(given, "displayName"), "displayName"),
    emails: readEmails(memberOf(given, "emails")),
    isActive: isUnassigned(active) ? null : readBoolean(active, "active"),
  };
  needAddress(user);
  return user;
}

/** The address by which the person is known. @throws ScimError VALIDATION_FAILED for none. */
export function needAddress({ emails, userName }: UserAttributes): string {
  const found = findAddress(emails, userName);
  if (found === null)
    throw invalidValue("The user needs an e-mail address: send emails, or one as userName.");
  return found;
}
