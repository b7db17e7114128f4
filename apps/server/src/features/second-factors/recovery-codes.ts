import { randomInt } from "node:crypto";
import { digestSecret } from "../../platform/credentials/secret-format.ts";

const count = 10;
/** Crockford's base32: no letters that look like digits. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Codes of 80 random bits. Only their digests are stored. */
export function makeRecoveryCodes(): { codes: string[]; digests: string[] } {
  const group = () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join("");
  const codes = Array.from({ length: count }, () => [group(), group(), group(), group()].join("-"));
  return { codes, digests: codes.map(digestOf) };
}

/** The digests that are left after a code is used; null where it is none of them. */
export function useRecoveryCode(digests: readonly string[], code: string): string[] | null {
  // A digest cannot be guessed byte by byte, so its comparison needs no constant time.
  const left = digests.filter((digest) => digest !== digestOf(code));
  return left.length === digests.length ? null : left;
}

const digestOf = (code: string) => digestSecret(code.toLowerCase().replaceAll(/[^0-9a-z]/g, ""));
