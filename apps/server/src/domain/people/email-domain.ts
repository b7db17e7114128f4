import { domainToASCII } from "node:url";

const labels = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z][a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * A domain as domains are compared: in lower case, in ASCII (UTS #46), without a final dot.
 *
 * @returns null where the text is no domain of the public DNS.
 */
export function toDomain(text: string): string | null {
  const name = text.trim().replace(/\.$/, "");
  // domainToASCII reads what a URL may hold: a number would become an address.
  if (!/^[^\s/:@?#%[\]\\]+$/.test(name)) return null;
  const ascii = domainToASCII(name).toLowerCase();
  return ascii.length <= 253 && labels.test(ascii) ? ascii : null;
}

/** The domain of an e-mail address; null where it has none. */
export function domainOf(email: string): string | null {
  const at = email.lastIndexOf("@");
  return at < 1 ? null : toDomain(email.slice(at + 1));
}
