import { codePrefix, digestSecret, makeSecret } from "../../platform/credentials/secret-format.ts";
import type { Database } from "../../platform/database/open-database.ts";

export type CodePurpose =
  | "reset"
  | "sign-in"
  | "reader"
  | "passkey-registration"
  | "passkey-sign-in"
  | "second-factor";

export interface NewCode {
  readonly purpose: CodePurpose;
  readonly organizationId?: string;
  readonly userId?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly expiresAt: Date;
}

/** Makes a code for a link. Only its digest is stored. */
export async function makeCode(db: Database, code: NewCode): Promise<string> {
  const secret = makeSecret(codePrefix);
  const { organizationId = null, userId = null, data = {}, purpose, expiresAt } = code;
  const owner = { organizationId, userId, data: JSON.stringify(data) };
  await db
    .insertInto("oneTimeCode")
    .values({ digest: digestSecret(secret), purpose, expiresAt, ...owner })
    .execute();
  return secret;
}

/** What a code that can still be used was made for; undefined where there is none. */
export function readCode(db: Database, purpose: CodePurpose, code: string, now: Date) {
  return db
    .selectFrom("oneTimeCode")
    .select(["organizationId", "userId", "data"])
    .where("digest", "=", digestSecret(code))
    .where("purpose", "=", purpose)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
}

/** Uses a code: of two simultaneous uses one gets it, the other undefined. */
export function useCode(trx: Database, purpose: CodePurpose, code: string, now: Date) {
  return trx
    .updateTable("oneTimeCode")
    .set({ usedAt: now })
    .where("digest", "=", digestSecret(code))
    .where("purpose", "=", purpose)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", now)
    .returning(["organizationId", "userId", "data"])
    .executeTakeFirst();
}

/** Voids the codes of a person that prove what no longer counts, such as a former password. */
export async function voidCodes(
  trx: Database,
  purposes: readonly CodePurpose[],
  userId: string,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("oneTimeCode")
    .set({ usedAt: now })
    .where("userId", "=", userId)
    .where("purpose", "in", purposes)
    .where("usedAt", "is", null)
    .execute();
}
