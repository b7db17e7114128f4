const schemes = new Set(["http:", "https:", "mailto:"]);

/**
 * An address of a document as a link may have it, or null: http, https and mailto alone, written as the URL Standard
 * reads it, so that nothing hides behind spaces or line ends.
 */
export function safeAddress(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return schemes.has(url.protocol) ? url.href : null;
}
