/** The fields that announce an end to clients. */
export interface WarningHeaders {
  /** RFC 9745: a structured date; null where nothing says since when. */
  readonly deprecation: string | null;
  /** RFC 8594: an HTTP date. */
  readonly sunset: string;
  /** Values of `Link`, which are added to those of the upstream. */
  readonly links: readonly string[];
}

/**
 * @param announcedAt - null: only a date is known, and neither when it was announced nor what follows
 * @param successor - a template; one with variables is no address and gives no link
 * @param infoUrl - the page about deprecations
 */
export function writeWarningHeaders(
  announcedAt: number | null,
  endsAt: number,
  { successor, infoUrl }: { readonly successor: string | null; readonly infoUrl: string | null },
): WarningHeaders {
  const links: string[] = [];
  if (infoUrl !== null) {
    if (announcedAt !== null)
      links.push(`<${escapeTarget(infoUrl)}>; rel="deprecation"; type="text/html"`);
    links.push(`<${escapeTarget(infoUrl)}>; rel="sunset"; type="text/html"`);
  }
  if (successor !== null && !/[{}]/.test(successor))
    links.push(`<${escapeTarget(successor)}>; rel="successor-version"`);
  return {
    deprecation: announcedAt === null ? null : `@${Math.floor(announcedAt / 1000)}`,
    sunset: new Date(endsAt).toUTCString(),
    links,
  };
}

/** What could end the target or the field is percent-encoded (RFC 8288 §3.1). */
const escapeTarget = (target: string): string =>
  target.replaceAll(/[^!#$%&'()*+,\-./:;=?@_~[\]A-Za-z0-9]/gu, (character) =>
    encodeURIComponent(character.isWellFormed() ? character : "\uFFFD"),
  );
