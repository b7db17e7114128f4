import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Seals secrets for the database (AES-256-GCM, NIST SP 800-38D). */
export interface Sealer {
  /** `place` says where the secret belongs; sealed text that is moved elsewhere does not open. */
  seal(secret: string, place: string): string;
  /** @throws Error if the text was changed, moved, or sealed under a key that is not available. */
  open(sealed: string, place: string): string;
  /** The text itself where the present key sealed it, else what it holds sealed under that key. */
  sealAgain(sealed: string, place: string): string;
}

/** The keys of a sealer, derived from master keys. */
export interface SealKeys {
  /** Seals. */
  readonly active: Buffer;
  /** Open as well, while a rotation of the master key is under way. */
  readonly others: readonly Buffer[];
}

const version = "1";

/** `keys` is asked at every use: a rotation exchanges them. */
export function createSealer(keys: () => SealKeys): Sealer {
  const open = (sealed: string, place: string): string => {
    const { active, others } = keys();
    for (const key of [active, ...others]) {
      const opened = tryToOpen(key, sealed, place);
      if (opened !== null) return opened;
    }
    throw new Error(
      "A sealed text was changed, moved, or sealed under a key that is not available.",
    );
  };
  return {
    seal: (secret, place) => sealWith(keys().active, secret, place),
    open,
    sealAgain(sealed, place) {
      const { active } = keys();
      if (tryToOpen(active, sealed, place) !== null) return sealed;
      return sealWith(active, open(sealed, place), place);
    },
  };
}

/** null where the key does not open it. */
export function tryToOpen(key: Buffer, sealed: string, place: string): string | null {
  try {
    return openWith(key, sealed, place);
  } catch {
    return null;
  }
}

export function sealWith(key: Buffer, secret: string, place: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(place));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  const parts = [iv, cipher.getAuthTag(), text].map((part) => part.toString("base64url"));
  return [version, ...parts].join(".");
}

function openWith(key: Buffer, sealed: string, place: string): string {
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
}
