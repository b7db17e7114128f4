import { finishEmails, mergeRepeated, type DraftEmail } from "./emails.ts";
import { patchEmails } from "./email-patch.ts";
import { readOperations, type PatchOperation } from "./patch-operations.ts";
import { invalidValue } from "./scim-error.ts";
import { needAddress, type ScimUser } from "./user.ts";
import { parseUserPath } from "./user-path.ts";
import { isUnassigned, needObject, readBoolean, readText } from "./values.ts";

type Draft = Omit<ScimUser, "emails"> & { readonly emails: readonly DraftEmail[] };

/**
 * The user after a PATCH: all of its operations in their order, or none.
 *
 * @throws ScimError
 */
export function patchUser(before: ScimUser, body: unknown): ScimUser {
  const draft = readOperations(body).reduce<Draft>(applyOperation, before);
  const emails = finishEmails(draft.emails);
  if (emails.length === 0 && before.emails.length > 0)
    throw invalidValue("The last e-mail address cannot be removed.");
  const after = { ...draft, emails };
  needAddress(after);
  return after;
}

function applyOperation(draft: Draft, operation: PatchOperation): Draft {
  const { op, value } = operation;
  const target = parseUserPath(operation.path);
  switch (target.attribute) {
    case "emails":
      return { ...draft, emails: mergeRepeated(patchEmails(draft.emails, target, operation)) };
    case "active":
      if (op === "remove" || isUnassigned(value)) throw invalidValue("active cannot be removed.");
      return { ...draft, isActive: readBoolean(value, "active") };
    case "name":
      return op === "remove"
        ? { ...draft, givenName: null, familyName: null }
        : applyName(draft, operation);
    default: {
      const text = op === "remove" ? null : readText(value, target.attribute);
      return { ...draft, [target.attribute]: text };
    }
  }
}

/** Each member of a name is a path of its own. */
function applyName(draft: Draft, { op, value }: PatchOperation): Draft {
  if (isUnassigned(value)) return { ...draft, givenName: null, familyName: null };
  return Object.entries(needObject(value, "name")).reduce(
    (name, [member, each]) => applyOperation(name, { op, path: `name.${member}`, value: each }),
    draft,
  );
}
