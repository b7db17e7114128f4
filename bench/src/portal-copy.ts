import type { SiteFile, SiteFiles } from "./static-host.ts";

/**
 * Pages of a portal with everything that they load, as sent to a browser, including headers such as
 * the policy.
 *
 * @param origin - of the portal, without a path
 * @throws Error if a file that a page refers to is missing
 */
export async function copyPortal(origin: string, pages: readonly string[]): Promise<SiteFiles> {
  const files = new Map<string, SiteFile>();
  const copy = async (path: string): Promise<string> => {
    const answer = await fetch(`${origin}${path}`);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    const named = ["content-type", "content-security-policy", "cache-control"].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const body = Buffer.from(await answer.arrayBuffer());
    files.set(path, { headers: Object.fromEntries(named), body });
    return body.toString();
  };
  for (const page of pages) {
    const text = await copy(page);
    for (const [, path = ""] of text.matchAll(loaded)) if (!files.has(path)) await copy(path);
  }
  return files;
}

/** Addresses of scripts, stylesheets and pictures. */
const loaded = /(?:<script[^>]* src|<link rel="stylesheet"[^>]* href|<img[^>]* src)="(\/[^"]*)"/g;
