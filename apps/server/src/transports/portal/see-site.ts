import type { Reader } from "../../platform/credentials/reader-token.ts";
import type { Sites } from "../../features/portal/site.service.ts";
import type { Site } from "../../features/portal/site.types.ts";
import type { ReaderCookies } from "./cookies.ts";
import type { PortalAddress } from "./portal-address.ts";
import { readPreview } from "./preview.ts";

/** A documentation as the sender of a request sees it. */
export interface SeenSite {
  /** null: it does not exist, or the sender may see none of it. */
  readonly site: Site | null;
  /** null: the sender is not signed in. */
  readonly reader: Reader | null;
  /** Whether others may see more of it. */
  readonly isRestricted: boolean;
  /** Whether it is for this sender alone, and is never cached. */
  readonly isPrivate: boolean;
}

/** Who sends a request: the portal that it was sent to, and the cookies. */
export interface Sender {
  readonly origin: string;
  readonly cookies: ReaderCookies;
  readonly cookie: string | undefined;
}

/** Finds what a sender may see. The token of a reader is checked before any cache, at every request. */
export async function seeSite(
  { region, sites }: { readonly region: string; readonly sites: Sites },
  { organization, documentation }: PortalAddress,
  { origin, cookies, cookie }: Sender,
): Promise<SeenSite> {
  const slugs = [organization, documentation ?? ""] as const;
  const preview = readPreview(cookie);
  if (preview !== undefined) {
    const site = await sites.readPreview(...slugs, preview);
    if (site !== null) return { site, reader: null, isRestricted: false, isPrivate: true };
  }
  const { open, isRestricted } = await sites.read(...slugs);
  const anyone = { site: open, reader: null, isRestricted, isPrivate: false };
  const token = cookies.readToken(region, cookie);
  if (token === undefined || (open !== null && !isRestricted)) return anyone;
  const { reader, site } = await sites.readAs(...slugs, { token, origin });
  return reader === null ? anyone : { site, reader, isRestricted, isPrivate: true };
}
