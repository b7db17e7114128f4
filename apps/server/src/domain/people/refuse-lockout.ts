import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { Problem } from "../../platform/problem.ts";
import { selectOwners, type Owner } from "./owner-rows.ts";

const namedOwners = 10;

/**
 * Makes a change to the ways in or to the owners, and refuses it if it would lock owners out, or end the
 * access of the last owner who can sign in, without confirmation. The refusal ends the transaction, so
 * that nothing of the change remains.
 *
 * @throws Problem OWNER_LOCKOUT with the owners who have no way in after the change
 */
export async function refuseLockout<T>(
  { db, organizationId }: OrganizationContext,
  isConfirmed: boolean,
  change: () => Promise<T>,
): Promise<T> {
  if (isConfirmed) return change();
  const before = await selectOwners(db, organizationId);
  const result = await change();
  const owners = findLockedOut(before, await selectOwners(db, organizationId));
  if (owners.length > 0)
    throw new Problem("OWNER_LOCKOUT", explain(owners), {
      owners: owners.map(({ userId, email, name }) => ({ userId, email, name })),
    });
  return result;
}

/** The owners whom the change locked out; those who remain if it took away the last who can sign in. */
function findLockedOut(before: readonly Owner[], after: readonly Owner[]): readonly Owner[] {
  const couldSignIn = new Set(
    before.filter(({ isLockedOut }) => !isLockedOut).map(({ userId }) => userId),
  );
  const lockedOut = after.filter(({ isLockedOut }) => isLockedOut);
  if (couldSignIn.size > 0 && lockedOut.length === after.length) return lockedOut;
  return lockedOut.filter(({ userId }) => couldSignIn.has(userId));
}

function explain(owners: readonly Owner[]): string {
  const named = owners.slice(0, namedOwners).map(({ name, email }) => `${name} (${email})`);
  const others = owners.length - named.length;
  const list = others === 0 ? named.join(", ") : `${named.join(", ")} and ${others} more`;
  return (
    `Afterwards, these owners would have no way to sign in: ${list}. ` +
    "Make them break-glass owners, let them sign in through single sign-on once, or set `confirmLockout` to true " +
    "(`--confirm-lockout true` on the command line)."
  );
}
