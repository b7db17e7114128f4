import { hkdfSync } from "node:crypto";

/** The key from which all others of the installation are derived: 32 bytes. */
export type MasterKey = Uint8Array;

/** Derives a key for one purpose. No derived key reveals another one (RFC 5869). */
export function deriveKey(master: MasterKey, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", master, "lintel", purpose, 32));
}

/** Identifies a master key without revealing it. */
export function fingerprintKey(master: MasterKey): string {
  return deriveKey(master, "fingerprint").subarray(0, 16).toString("hex");
}

/**
 * Reads master keys as an operator writes them: each 64 hex digits or 44 characters of Base64,
 * separated by commas or line breaks, the newest first.
 *
 * @returns null where there is none, or one of them is none.
 */
export function parseMasterKeys(text: string): readonly MasterKey[] | null {
  const parts = text.split(/[,\n]/).map((part) => part.trim());
  const keys = parts.filter((part) => part !== "").map(parseMasterKey);
  return keys.length === 0 || keys.includes(null) ? null : keys.filter((key) => key !== null);
}

function parseMasterKey(text: string): MasterKey | null {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, "hex");
  const bytes = Buffer.from(text, "base64");
  return bytes.length === 32 && bytes.toString("base64") === text ? bytes : null;
}
