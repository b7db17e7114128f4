import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey, type MasterKey } from "./master-key.ts";

/** Codes that allow the first organization of a region to be made. */
export interface SetupCodes {
  /** The code is good for a day, on every node that has the master key. */
  make(now: Date): string;
  isGood(code: string, now: Date): boolean;
}

const validMs = 24 * 3_600_000;

/**
 * The code is signed and not stored, so that printing it at the start creates no database. It can be
 * used once, because the region has an organization afterwards.
 */
export function createSetupCodes(region: string, masterKeys: { newest(): MasterKey }): SetupCodes {
  const sign = (expiry: string) =>
    createHmac("sha256", deriveKey(masterKeys.newest(), "set-up"))
      .update(`${region}\n${expiry}`)
      .digest("base64url");
  return {
    make(now) {
      const expiry = (now.getTime() + validMs).toString(36);
      return `${expiry}.${sign(expiry)}`;
    },
    isGood(code, now) {
      const [expiry = "", signature = ""] = code.split(".", 2);
      const expected = Buffer.from(sign(expiry));
      const given = Buffer.from(signature);
      const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
      return isSigned && Number.parseInt(expiry, 36) > now.getTime();
    },
  };
}
