import { isList } from "@lintel/json/value";
import {
  emptyEmail,
  readAddress,
  readEmail,
  readEmailMembers,
  readEmails,
  type DraftEmail,
} from "./emails.ts";
import type { PatchOperation } from "./patch-operations.ts";
import type { EmailFilter, EmailTarget } from "./user-path.ts";
import { isUnassigned, readBoolean, readText, unwrap } from "./values.ts";

/** Applies one operation to the e-mail addresses. @throws ScimError VALIDATION_FAILED */
export function patchEmails(
  before: readonly DraftEmail[],
  target: EmailTarget,
  { op, value }: PatchOperation,
): readonly DraftEmail[] {
  const { filter, member } = target;
  if (op === "remove") return removeEmails(before, target, value);
  if (filter !== null || member !== null) return setMembers(before, target, value);
  return op === "replace" ? readEmails(value) : readEmails(value).reduce(addEmail, before);
}

/** An address that is there is completed; a new primary one replaces the old (RFC 7644 §3.5.2.1). */
function addEmail(before: readonly DraftEmail[], added: DraftEmail): readonly DraftEmail[] {
  const isSame = (email: DraftEmail) => email.value?.toLowerCase() === added.value?.toLowerCase();
  const others = added.isPrimary ? withoutPrimary(before) : before;
  if (!others.some(isSame)) return [...others, added];
  return others.map((email) =>
    isSame(email)
      ? {
          ...email,
          type: added.type ?? email.type,
          display: added.display ?? email.display,
          isPrimary: added.isPrimary || email.isPrimary,
        }
      : email,
  );
}

const withoutPrimary = (emails: readonly DraftEmail[]): DraftEmail[] =>
  emails.map((email) => ({ ...email, isPrimary: false }));

function setMembers(
  before: readonly DraftEmail[],
  target: EmailTarget,
  value: unknown,
): readonly DraftEmail[] {
  const set = readChange(target, value);
  const chosen = choose(before, target.filter);
  const others = set.isPrimary === true ? withoutPrimary(before) : before;
  if (chosen.size === 0) return [...others, { ...createEmail(before, target.filter), ...set }];
  return others.map((email, at) => (chosen.has(at) ? { ...email, ...set } : email));
}

/** What a path sets: the member that it names, or the members of an object. */
function readChange({ member }: EmailTarget, value: unknown): Partial<DraftEmail> {
  const given = unwrap(value);
  if (member === "value") return { value: readAddress(given) };
  if (member === "primary")
    return { isPrimary: !isUnassigned(given) && readBoolean(given, "emails.primary") };
  if (member !== null) return { [member]: readText(given, `emails.${member}`) };
  return typeof given === "string" ? { value: readAddress(given) } : readEmailMembersOf(given);
}

function readEmailMembersOf(given: unknown): Partial<DraftEmail> {
  readEmail(given);
  return readEmailMembers(given);
}

/** The positions that a filter selects; without one, the primary address or the first. */
function choose(emails: readonly DraftEmail[], filter: EmailFilter | null): ReadonlySet<number> {
  if (filter !== null)
    return new Set(emails.flatMap((email, at) => (matches(email, filter) ? [at] : [])));
  if (emails.length === 0) return new Set();
  return new Set([
    Math.max(
      0,
      emails.findIndex(({ isPrimary }) => isPrimary),
    ),
  ]);
}

function matches(email: DraftEmail, { member, value }: EmailFilter): boolean {
  if (member === "primary") return String(email.isPrimary) === value.toLowerCase();
  return email[member]?.toLowerCase() === value.toLowerCase();
}

/** The element that a filter without a match describes. The only address becomes primary. */
function createEmail(before: readonly DraftEmail[], filter: EmailFilter | null): DraftEmail {
  const created = { ...emptyEmail, isPrimary: before.length === 0 };
  if (filter === null) return created;
  const { member, value } = filter;
  if (member === "primary")
    return { ...created, isPrimary: readBoolean(value, "emails.primary") || created.isPrimary };
  return { ...created, [member]: member === "value" ? readAddress(value) : value };
}

function removeEmails(
  before: readonly DraftEmail[],
  { filter, member }: EmailTarget,
  value: unknown,
): readonly DraftEmail[] {
  if (filter === null && member === null) {
    if (value === undefined || value === null) return [];
    const values = isList(value) ? value : [value];
    const removed = new Set(values.map((each) => readEmail(each).value?.toLowerCase()));
    return before.filter((email) => !removed.has(email.value?.toLowerCase()));
  }
  const chosen = choose(before, filter);
  if (member === null || member === "value") return before.filter((_, at) => !chosen.has(at));
  const cleared = member === "primary" ? { isPrimary: false } : { [member]: null };
  return before.map((email, at) => (chosen.has(at) ? { ...email, ...cleared } : email));
}
