/** The kind of an address on a page; null for one that may not be used. */
export type AddressKind = "page" | "anchor" | "external" | "address";

// Browsers remove tabs, line breaks and leading controls before they read the scheme (URL Standard, 4.4).
// oxlint-disable-next-line no-control-regex
const ignored = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028\u2029\u2060\ufeff]/g;
const scheme = /^([a-z][a-z0-9+.-]*):/i;
const external = new Set(["http", "https"]);
const addresses = new Set(["mailto", "tel"]);

/** Classifies an address: only `http`, `https`, `mailto`, `tel` and addresses of the same site are followed. */
export function classifyAddress(written: string): AddressKind | null {
  const address = written.replaceAll(ignored, "");
  const name = scheme.exec(address)?.[1]?.toLowerCase();
  if (name !== undefined) {
    if (external.has(name)) return /^https?:\/\/[^/?#\\]/i.test(address) ? "external" : null;
    return addresses.has(name) ? "address" : null;
  }
  // Browsers read a backslash as a slash, and two of them begin another host.
  if (/^(?:[/\\]|%5c){2}/i.test(address)) return /^\/\/[^/?#\\]/.test(address) ? "external" : null;
  return address.startsWith("#") ? "anchor" : "page";
}
