import "./passkey.tables.ts";
import "./second-factor.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { endSessionsOf } from "./end-sessions.ts";
import { voidCodes } from "./one-time-code.ts";

/** What ended when a person took over an account. */
export interface ClaimedAccount {
  readonly endedSessions: number;
  readonly removedPasskeys: number;
}

/**
 * Gives the account of an address to the person whom the owner of its domain names. Where nothing showed
 * that the address was the holder's, the holder may be another person: the password, the passkeys, the
 * second factor and the sessions end. Null if the address was proved before, or there is no account.
 */
export async function claimAccount(
  trx: Database,
  userId: string,
  now: Date,
): Promise<ClaimedAccount | null> {
  const { numUpdatedRows } = await trx
    .updateTable("userAccount")
    .set({ isAddressUnproven: false, passwordHash: null })
    .where("id", "=", userId)
    .where("isAddressUnproven", "=", true)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return null;
  await trx.deleteFrom("secondFactor").where("userId", "=", userId).execute();
  await voidCodes(trx, ["reset", "sign-in", "second-factor", "passkey-registration"], userId, now);
  return {
    removedPasskeys: await deletePasskeysOf(trx, userId),
    endedSessions: await endSessionsOf(trx, userId, now),
  };
}

/**
 * Notes that a person who holds an unproven account got a link that only the holder of the address gets.
 * Ends what a former holder could still sign in with; the caller replaces the password and ends the
 * sessions. A second factor stays, because a link does not prove it.
 */
export async function proveAddress(trx: Database, userId: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("userAccount")
    .set({ isAddressUnproven: false })
    .where("id", "=", userId)
    .where("isAddressUnproven", "=", true)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await deletePasskeysOf(trx, userId);
}

async function deletePasskeysOf(trx: Database, userId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("passkey")
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Notes that another person saw the link through which the account got its password. */
export async function doubtAddress(trx: Database, userId: string): Promise<void> {
  await trx
    .updateTable("userAccount")
    .set({ isAddressUnproven: true })
    .where("id", "=", userId)
    .execute();
}
