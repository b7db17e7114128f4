import type { Sealer } from "../../platform/crypto/seal.ts";

/** What a preview's token is sealed for, so that nothing else that is sealed can be one. */
const place = "doc-preview";

/** A token that shows one version of a documentation until an instant, and nothing else. */
export function sealPreview(sealer: Sealer, versionId: string, expiresAt: Date): string {
  const text = JSON.stringify({ versionId, expiresAt: expiresAt.getTime() });
  return Buffer.from(sealer.seal(text, place)).toString("base64url");
}

/** The version that a token shows; null where it is none of ours, or over. */
export function openPreview(sealer: Sealer, token: string, now: Date): string | null {
  // Decoding passes over signs that are none of Base64: a cookie must not carry them on.
  if (!/^[\w-]+$/.test(token)) return null;
  try {
    const text = sealer.open(Buffer.from(token, "base64url").toString(), place);
    const { versionId, expiresAt } = JSON.parse(text) as { versionId: string; expiresAt: number };
    return expiresAt > now.getTime() ? versionId : null;
  } catch {
    return null;
  }
}
