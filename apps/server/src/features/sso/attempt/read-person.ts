import { refuseSignIn } from "./sso-refusal.ts";

/** Which attributes or claims hold what is read of a person; null: the usual names. */
export interface AttributeNames {
  readonly email: string | null;
  readonly name: string | null;
  readonly groups: string | null;
}

/** A person as the provider states. */
export interface StatedPerson {
  /** In lower case. */
  readonly email: string;
  readonly name: string | null;
  /** null: the answer carries no groups, which is not the same as none. */
  readonly groups: readonly string[] | null;
}

export type Stated = ReadonlyMap<string, readonly string[]>;

/** A person whom an answer names, and how the answer is recognized when it comes again. */
export interface VerifiedPerson {
  readonly person: StatedPerson;
  readonly stated: Stated;
  /** null: the single use is already noted. */
  readonly use: { readonly id: string; readonly until: Date } | null;
}

const usualNames = [
  "name",
  "displayName",
  "displayname",
  "cn",
  "http://schemas.microsoft.com/identity/claims/displayname",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name",
  "urn:oid:2.16.840.1.113730.3.1.241",
];
const usualGroups = [
  "groups",
  "http://schemas.microsoft.com/ws/2008/06/identity/claims/groups",
  "http://schemas.xmlsoap.org/claims/Group",
];

const emailPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

export function isEmail(text: string): boolean {
  return text.length <= 254 && emailPattern.test(text);
}

/**
 * Reads a person from attributes or claims.
 *
 * @param usualEmail the address where no attribute is named for it; null where none is stated
 * @throws Problem MISSING_CLAIM or SSO_REFUSED
 */
export function readPerson(
  stated: Stated,
  names: AttributeNames,
  usualEmail: string | null,
): StatedPerson {
  const emails = names.email === null ? [] : (stated.get(names.email) ?? []);
  if (new Set(emails).size > 1) throw refuseSignIn("EMAIL_AMBIGUOUS");
  const email = names.email === null ? usualEmail : (emails[0] ?? null);
  if (email === null || email === "") throw refuseSignIn("EMAIL_MISSING");
  if (!isEmail(email)) throw refuseSignIn("EMAIL_INVALID");
  const name = findFirst(stated, names.name === null ? usualNames : [names.name])?.[0] ?? null;
  return {
    email: email.toLowerCase(),
    name: name === null || name === "" ? null : name.replaceAll(/\p{Cc}/gu, " ").slice(0, 120),
    groups: findFirst(stated, names.groups === null ? usualGroups : [names.groups]),
  };
}

function findFirst(stated: Stated, names: readonly string[]): readonly string[] | null {
  const found = names.find((name) => stated.has(name));
  return found === undefined ? null : (stated.get(found) ?? null);
}

/** @throws Problem SSO_REFUSED unless the connection captured exactly this domain. */
export function checkDomain(email: string, domains: readonly string[]): void {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (!domains.includes(domain)) throw refuseSignIn("EMAIL_DOMAIN", `${domain}.`);
}
