import { hkdfSync } from "node:crypto";

/** The key from which all others of the installation are derived: 32 bytes. */
export type MasterKey = Uint8Array;

/** One purpose, one key: none of them tells anything of another (RFC 5869). */
export function deriveKey(master: MasterKey, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", master, "lintel", purpose, 32));
}

/** Reads a master key as an operator writes it: 64 hex digits or 44 characters of Base64. */
export function parseMasterKey(text: string): MasterKey | null {
  const trimmed = text.trim();
  if (/^[0-9a-fA-F]{64}$/.test(trimmed)) return Buffer.from(trimmed, "hex");
  const bytes = Buffer.from(trimmed, "base64");
  return bytes.length === 32 && bytes.toString("base64") === trimmed ? bytes : null;
}
