import type { Sealer } from "../../platform/crypto/seal.ts";

/** The sealing context of preview tokens, so that no other sealed text is accepted as one. */
const place = "doc-preview";

/** A token that shows only one version of a documentation, until it expires. */
export function sealPreview(sealer: Sealer, versionId: string, expiresAt: Date): string {
  const text = JSON.stringify({ versionId, expiresAt: expiresAt.getTime() });
  return Buffer.from(sealer.seal(text, place)).toString("base64url");
}

/** The version that a token shows, or null if the token is invalid or has expired. */
export function openPreview(sealer: Sealer, token: string, now: Date): string | null {
  // The decoder skips characters that are not Base64. A cookie must not contain them.
  if (!/^[\w-]+$/.test(token)) return null;
  try {
    const text = sealer.open(Buffer.from(token, "base64url").toString(), place);
    const { versionId, expiresAt } = JSON.parse(text) as { versionId: string; expiresAt: number };
    return expiresAt > now.getTime() ? versionId : null;
  } catch {
    return null;
  }
}
