const schemes = new Set(["http:", "https:", "mailto:"]);

/**
 * A URL of a document for a link, or null: only http, https and mailto, written as the URL Standard
 * parses it, so that spaces or line ends hide nothing.
 */
export function safeAddress(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return schemes.has(url.protocol) ? url.href : null;
}
