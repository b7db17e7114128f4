import { scryptSync, timingSafeEqual } from "node:crypto";

// A low cost, because these passwords guard sample data and tests log in often.
const cost = { N: 1024, r: 8, p: 1 };

export function hashPassword(password: string, salt: string): string {
  return scryptSync(password, salt, 32, cost).toString("hex");
}

export function isPassword(password: string, salt: string, hash: string): boolean {
  return isSameSecret(hashPassword(password, salt), hash);
}

/** Compares in constant time, so that the time does not reveal where the two differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
