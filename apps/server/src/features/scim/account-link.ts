import { domainOf } from "@lintel/scim/emails";
import type { GivenUser } from "@lintel/scim/user";
import { claimAccount, type ClaimedAccount } from "../../domain/people/claim-account.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { Problem } from "../../platform/problem.ts";
import {
  insertAccount,
  isMemberElsewhere,
  isMemberHere,
  selectAccount,
} from "./membership.store.ts";
import { isDomainVerified } from "./verified-domain.store.ts";

/** The account that a provisioned user gets. */
export interface LinkedAccount {
  readonly userId: string;
  readonly email: string;
  /** The account existed before. */
  readonly isLinked: boolean;
  /**
   * The account belongs to another organization too, and this one has not verified the domain of the
   * address: only the person can join it.
   */
  readonly needsAcceptance: boolean;
  /** What ended of a person who had not proved the address. */
  readonly claimed: ClaimedAccount | null;
}

/**
 * Finds the account of an address, or creates one.
 *
 * @throws Problem NAME_TAKEN if the account is a member already, or belongs to a program.
 */
export async function linkAccount(
  { clock }: { readonly clock: Pick<Clock, "newId"> },
  db: Database,
  organizationId: string,
  address: string,
  given: GivenUser,
  now: Date,
): Promise<LinkedAccount> {
  const account = {
    id: clock.newId(),
    email: address,
    name: nameOf(given, address),
    createdAt: now,
  };
  const created = await insertAccount(db, account);
  if (created !== undefined)
    return {
      userId: created.id,
      email: address,
      isLinked: false,
      needsAcceptance: false,
      claimed: null,
    };
  const present = await selectAccount(db, address);
  if (present === undefined) throw new Error("The account vanished.");
  if (present.isService || (await isMemberHere(db, organizationId, present.id)))
    throw new Problem("NAME_TAKEN", "A user with this e-mail address exists already.");
  const needsAcceptance =
    (await isMemberElsewhere(db, organizationId, present.id)) &&
    !(await isDomainVerified(db, organizationId, domainOf(address)));
  const claimed = needsAcceptance ? null : await claimAccount(db, present.id, now);
  return { userId: present.id, email: present.email, isLinked: true, needsAcceptance, claimed };
}

/** The name of a new account; an account's name has at most 120 characters. */
function nameOf({ displayName, givenName, familyName }: GivenUser, address: string): string {
  const parts = [givenName, familyName].filter((part) => part !== null).join(" ");
  return (displayName ?? (parts === "" ? address : parts)).slice(0, 120).toWellFormed();
}
