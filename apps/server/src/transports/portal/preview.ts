import type { Sites } from "../../features/portal/site.service.ts";
import { readCookie } from "./cookies.ts";
import { writePath, type PortalAddress } from "./portal-address.ts";
import type { PortalAnswer } from "./portal-answer.ts";
import { fileHeaders } from "./security-headers.ts";
import { baseOf } from "./view.ts";

const cookieName = "lintel_preview";

/** Stores the token in a cookie of the documentation, and removes it from the address. */
export async function beginPreview(
  sites: Sites,
  address: PortalAddress,
  preview: string,
): Promise<PortalAnswer | null> {
  const { organization, documentation } = address;
  const site = await sites.readPreview(organization, documentation ?? "", preview);
  const [version] = site?.versions ?? [];
  if (site === null || version === undefined) return null;
  const prefix = address.region === "us" ? "/us" : "";
  const path = baseOf({ prefix, site }, version);
  const headers = {
    ...fileHeaders,
    // Rebuilt, because a path that begins with two slashes would name another host.
    location: address.path === "" ? path : `${path}/${writePath(address.path)}`,
    "cache-control": "no-store",
    "set-cookie": `${cookieName}=${preview}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=86400`,
  };
  return { status: 303, headers, body: null };
}

/** An answer that is not public is never cached. */
export function hide(answer: PortalAnswer | null): PortalAnswer | null {
  if (answer === null) return null;
  return { ...answer, headers: { ...answer.headers, "cache-control": "private, no-store" } };
}

/** The token of the preview that a reader has opened. */
export const readPreview = (cookies: string | undefined): string | undefined =>
  readCookie(cookies, cookieName);
