import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey, type MasterKey } from "./master-key.ts";

/** Seals secrets for the database (AES-256-GCM, NIST SP 800-38D). */
export interface Sealer {
  /** `place` says where the secret belongs; sealed text that is moved elsewhere does not open. */
  seal(secret: string, place: string): string;
  /** @throws Error where the text was changed, moved, or sealed under another master key. */
  open(sealed: string, place: string): string;
}

const version = "1";

export function createSealer(master: MasterKey): Sealer {
  const key = deriveKey(master, "seal");
  return {
    seal(secret, place) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return [
        version,
        ...[iv, cipher.getAuthTag(), text].map((part) => part.toString("base64url")),
      ].join(".");
    },
    open(sealed, place) {
      const [kind, iv, tag, text] = sealed.split(".");
      if (kind !== version || iv === undefined || tag === undefined || text === undefined) {
        throw new Error("A sealed secret has an unknown form.");
      }
      const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"), {
        authTagLength: 16,
      })
        .setAAD(Buffer.from(place))
        .setAuthTag(Buffer.from(tag, "base64url"));
      return decipher.update(text, "base64url", "utf8") + decipher.final("utf8");
    },
  };
}
