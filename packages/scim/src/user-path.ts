import { dropSchema, userSchema } from "./schemas.ts";
import { parseQuoted } from "./filter.ts";
import { invalidPath } from "./patch-operations.ts";

/** The attribute of a user that a path of a PATCH names. */
export type UserTarget =
  | { readonly attribute: "active" | "name" | "givenName" | "familyName" | "displayName" }
  | EmailTarget;

export interface EmailTarget {
  readonly attribute: "emails";
  readonly filter: EmailFilter | null;
  readonly member: EmailMember | null;
}

const emailMembers = ["value", "type", "primary", "display"] as const;
export type EmailMember = (typeof emailMembers)[number];

export interface EmailFilter {
  readonly member: EmailMember;
  readonly value: string;
}

const simple: Readonly<Record<string, Exclude<UserTarget["attribute"], "emails">>> = {
  active: "active",
  name: "name",
  "name.givenname": "givenName",
  "name.familyname": "familyName",
  displayname: "displayName",
};

const emails = /^emails(?:\[\s*(\w+)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*\])?(?:\.(\w+))?$/is;

/** @throws ScimError SCIM_PATH_INVALID for every path that a PATCH of a user cannot change. */
export function parseUserPath(path: string): UserTarget {
  const name = dropSchema(path, userSchema);
  const lower = name.toLowerCase();
  const attribute = Object.hasOwn(simple, lower) ? simple[lower] : undefined;
  if (attribute !== undefined) return { attribute };
  return parseEmailPath(name) ?? refuse(path);
}

function parseEmailPath(name: string): EmailTarget | null {
  const found = emails.exec(name);
  if (found === null) return null;
  const [, filtered, text = "", named] = found;
  if (filtered !== undefined && !isEmailMember(filtered)) return null;
  if (named !== undefined && !isEmailMember(named)) return null;
  const value = text.startsWith('"') ? tryQuoted(text) : text;
  if (value === null) return null;
  return {
    attribute: "emails",
    filter: filtered === undefined ? null : { member: toMember(filtered), value },
    member: named === undefined ? null : toMember(named),
  };
}

const isEmailMember = (name: string): boolean =>
  emailMembers.some((member) => member === name.toLowerCase());
const toMember = (name: string): EmailMember => name.toLowerCase() as EmailMember;

function tryQuoted(text: string): string | null {
  try {
    return parseQuoted(text);
  } catch {
    return null;
  }
}

function refuse(path: string): never {
  throw invalidPath(
    path,
    "cannot be changed by PATCH; active, name.givenName, name.familyName, displayName and emails can. Delete the mapping of this attribute at the identity provider",
  );
}
