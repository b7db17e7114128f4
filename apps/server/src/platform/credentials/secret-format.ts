import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

export const keyPrefix = "svc_live_";
/** Only the tool server accepts these tokens. */
export const stagingPrefix = "svc_stage_";
export const scimPrefix = "svc_scim_";
/** The access token of a person who is signed in, in a cookie. */
export const sessionPrefix = "svc_sess_";
/** Exchanged for the next pair of tokens of the same session. */
export const refreshPrefix = "svc_refr_";
/** The token of a reader: it opens documentation in the portal, and no operation. */
export const readerPrefix = "svc_read_";
/** An access token of an OAuth client, and the token with which it gets the next one. */
export const oauthPrefix = "svc_oauth_";
export const oauthRefreshPrefix = "svc_orefresh_";
/** Signs the messages of a webhook; it opens nothing. */
export const webhookPrefix = "svc_hook_";
/** The end of a public address that shows one version or comparison; it is no credential. */
export const sharePrefix = "svc_share_";
/** The same for one that shows a report. */
export const reportPrefix = "svc_report_";
/** A code in a link that works once. */
export const codePrefix = "svc_code_";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Makes a secret: prefix, 32 random base62 characters, 6 of a CRC-32 over what precedes. */
export function makeSecret(prefix: string): string {
  const random = Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return prefix + random + checksum(prefix + random);
}

/** Whether a text has the form of a secret with this prefix. */
export function isWellFormed(secret: string, prefix: string): boolean {
  if (!secret.startsWith(prefix) || secret.length !== prefix.length + 38) return false;
  return checksum(secret.slice(0, -6)) === secret.slice(-6);
}

/** Whether a text has the form of something that Lintel made, of whatever kind. */
export const isOwnSecret = (text: string): boolean => text.startsWith("svc_");

/** The digest that is stored instead of the secret. It needs no salt: 190 random bits cannot be guessed. */
export function digestSecret(secret: string): string {
  return hash("sha256", secret);
}

/** The part that lists show, by which a person recognizes a secret. */
export function secretPrefix(secret: string): string {
  return secret.slice(0, keyPrefix.length + 6);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < 6; place += 1) {
    digits = `${alphabet[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Whether a text has the form of a session's token. */
export const isSessionToken = (secret: string | undefined): boolean =>
  secret?.startsWith(sessionPrefix) === true;
