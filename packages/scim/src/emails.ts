import { isList, isObject } from "@lintel/json/value";
import { quote } from "@lintel/json/shorten";
import { invalidValue } from "./scim-error.ts";
import { isUnassigned, memberOf, readBoolean, readText } from "./values.ts";

/** An e-mail address of a user (RFC 7643 §4.1.2). */
export interface ScimEmail {
  readonly value: string;
  readonly type: string | null;
  readonly isPrimary: boolean;
  readonly display: string | null;
}

/** An element that a PATCH can complete with a later operation. */
export type DraftEmail = Omit<ScimEmail, "value"> & { readonly value: string | null };

const maxEmails = 50;
const maxAddressLength = 254;
const address = /^[^\s@"<>]+@[^\s@"<>.]+(?:\.[^\s@"<>.]+)*$/u;

export const isAddress = (text: string): boolean =>
  text.length <= maxAddressLength && address.test(text);

/** The domain of an address in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1).toLowerCase();
}

/** Reads a list of addresses; elements without a value are dropped. */
export function readEmails(given: unknown): ScimEmail[] {
  if (isUnassigned(given)) return [];
  const list = isList(given) ? given : [given];
  if (list.length > maxEmails) throw invalidValue(`A user may have ${maxEmails} e-mail addresses.`);
  return finishEmails(list.map((each) => readEmail(each)).filter(({ value }) => value !== null));
}

/** Reads one element: an object, or the address alone. */
export function readEmail(given: unknown): DraftEmail {
  if (typeof given === "string") return { ...emptyEmail, value: readAddress(given) };
  if (!isObject(given)) throw invalidValue("Each of emails must be an object with a value.");
  return { ...emptyEmail, ...readEmailMembers(given) };
}

export const emptyEmail: DraftEmail = { value: null, type: null, isPrimary: false, display: null };

/** The members that an object names. */
export function readEmailMembers(given: unknown): Partial<DraftEmail> {
  const [value, type, isPrimary, display] = ["value", "type", "primary", "display"].map((name) =>
    memberOf(given, name),
  );
  return {
    ...(value === undefined ? {} : { value: readAddress(value) }),
    ...(type === undefined ? {} : { type: readText(type, "emails.type") }),
    ...(isUnassigned(isPrimary) ? {} : { isPrimary: readBoolean(isPrimary, "emails.primary") }),
    ...(display === undefined ? {} : { display: readText(display, "emails.display") }),
  };
}

/** @throws ScimError VALIDATION_FAILED for a text that is no address. */
export function readAddress(given: unknown): string | null {
  const text = readText(given, "emails.value")?.trim() ?? null;
  if (text !== null && !isAddress(text))
    throw invalidValue(`emails.value must be an e-mail address, not ${quote(text)}.`);
  return text;
}

/** Checks the list that a request leaves behind. */
export function finishEmails(drafts: readonly DraftEmail[]): ScimEmail[] {
  const emails = mergeRepeated(drafts).map(({ value, ...draft }) => {
    if (value === null) throw invalidValue("Each of emails needs a value.");
    return { value, ...draft };
  });
  if (emails.filter(({ isPrimary }) => isPrimary).length > 1)
    throw invalidValue("Only one of emails may be primary.");
  return emails;
}

/** Makes one element of repeated addresses, which are compared without case. */
export function mergeRepeated(drafts: readonly DraftEmail[]): DraftEmail[] {
  const merged = new Map<string, DraftEmail>();
  for (const [at, draft] of drafts.entries()) {
    const key = draft.value?.toLowerCase() ?? `${at}`;
    const before = merged.get(key) ?? draft;
    merged.set(key, { ...before, isPrimary: before.isPrimary || draft.isPrimary });
  }
  return [...merged.values()];
}

/** The address of a user: the primary one, or the first, or a userName that is one; else null. */
export function findAddress(emails: readonly ScimEmail[], userName: string): string | null {
  const email = emails.find(({ isPrimary }) => isPrimary) ?? emails[0];
  return email?.value ?? (isAddress(userName) ? userName : null);
}
