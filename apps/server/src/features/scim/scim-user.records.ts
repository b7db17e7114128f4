import { renderUser, type UserRecord } from "@lintel/scim/answers";
import type { ScimUser } from "@lintel/scim/user";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import type { StoredScimUser } from "./scim-user.store.ts";

/** The attributes of a member. What SCIM did not write is what the account has. */
export function toScimUser(row: StoredScimUser): ScimUser {
  const { accountEmail, accountName, scimVersion, emails } = row;
  const isWritten = scimVersion !== null;
  const own = { value: accountEmail, type: "work", isPrimary: true, display: null };
  return {
    userName: row.userName ?? accountEmail,
    externalId: row.externalId,
    givenName: row.givenName,
    familyName: row.familyName,
    displayName: isWritten ? row.displayName : accountName,
    emails: isWritten ? (emails ?? []) : [own],
    // To its provider, a user who has not accepted yet is active.
    isActive: row.isActive || row.pendingSince !== null,
  };
}

function toRecord(row: StoredScimUser): UserRecord {
  const { id, createdAt, modifiedAt, writtenAt, membershipVersion, scimVersion } = row;
  const versions = BigInt(membershipVersion) + BigInt(scimVersion ?? 0);
  return {
    ...toScimUser(row),
    id,
    createdAt,
    modifiedAt: writtenAt !== null && writtenAt > modifiedAt ? writtenAt : modifiedAt,
    rowVersion: encodeRowVersion(String(versions)),
  };
}

/** The resource in an answer. @param base the address of the organization's SCIM service */
export function toUserResource(row: StoredScimUser, base: string): object {
  return renderUser(toRecord(row), base);
}

const attributes = [
  "userName",
  "externalId",
  "givenName",
  "familyName",
  "displayName",
  "emails",
] as const;

/** The names of the attributes that differ. */
export function listChanges(before: ScimUser, after: ScimUser): string[] {
  return attributes.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}
