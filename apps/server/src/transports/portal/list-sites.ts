import { markup } from "@lintel/portal/html";
import { writeMessage } from "@lintel/portal/message";
import { writeSiteList, type SiteGroup } from "@lintel/portal/site-list";
import type { Sites } from "../../features/portal/site.service.ts";
import type { ListedSite } from "../../features/portal/site.types.ts";
import { writeSitemapIndex } from "./machine-texts.ts";
import type { PortalAnswer } from "./portal-answer.ts";
import type { OwnFiles } from "./portal-files.ts";
import { fileHeaders, pageHeaders } from "./security-headers.ts";
import { send } from "./write-answer.ts";

/** The public documentations of one region. */
export interface RegionSites {
  readonly region: string;
  readonly sites: Pick<Sites, "list">;
}

/** Where the portal lists documentations: all of them, those of a region, or those of an organization in it. */
export interface ListAddress {
  /** null: of every region. */
  readonly region: string | null;
  readonly organization: string | null;
}

/** `/`, `/us`, `/{org}` and `/us/{org}`; null for any other path. */
export function readListAddress(path: string): ListAddress | null {
  const segments = path.split("/").filter((segment) => segment !== "");
  if (segments.length === 0) return { region: null, organization: null };
  if (segments[0] === "us" && segments.length <= 2)
    return { region: "us", organization: segments[1] ?? null };
  return segments.length === 1 ? { region: "eu", organization: segments[0] ?? null } : null;
}

/** null: the organization has nothing that the reader may see, like one that does not exist. */
export async function makeList(
  regions: readonly RegionSites[],
  address: ListAddress,
  { addresses }: OwnFiles,
): Promise<PortalAnswer | null> {
  const groups = await readGroups(regions, address);
  if (address.organization !== null && groups.length === 0) return null;
  const [only] = address.organization === null ? [] : groups;
  const home = { title: "Documentation", href: "/" };
  const title = only?.title ?? home.title;
  const view = { title, body: writeSiteList(groups), isIndexed: true };
  const text = writeMessage({ ...view, home: only === undefined ? null : home }, addresses);
  return send(text, "text/html; charset=utf-8", pageHeaders(null));
}

/** The sitemap of the origin: those of all public documentations. */
export async function makeOriginSitemap(
  regions: readonly RegionSites[],
  origin: string,
): Promise<PortalAnswer> {
  const groups = await readGroups(regions, { region: null, organization: null });
  const addresses = groups.flatMap(({ sites }) =>
    sites.map(({ href }) => `${origin}${href}/sitemap.xml`),
  );
  return send(writeSitemapIndex(addresses), "application/xml; charset=utf-8", fileHeaders);
}

async function readGroups(
  regions: readonly RegionSites[],
  { region, organization }: ListAddress,
): Promise<SiteGroup[]> {
  const asked = regions.filter((one) => region === null || one.region === region);
  const groups = await Promise.all(
    asked.map(async (one) => toGroups(one.region, await one.sites.list(organization))),
  );
  return groups.flat();
}

function toGroups(region: string, listed: readonly ListedSite[]): SiteGroup[] {
  const prefix = region === "us" ? "/us" : "";
  const bySlug = Map.groupBy(listed, ({ organizationSlug }) => organizationSlug);
  return Array.from(bySlug, ([slug, sites]) => ({
    title: sites[0]?.organizationName ?? slug,
    href: `${prefix}/${encodeURIComponent(slug)}`,
    sites: sites.map((site) => ({
      title: site.name,
      href: `${prefix}/${encodeURIComponent(slug)}/${encodeURIComponent(site.slug)}`,
      version: site.version,
      publishedAt: site.publishedAt,
    })),
  }));
}

/** Shown for a missing page outside of every documentation. */
export const missingBody = markup`<p>The address may have changed, or the page may not be public.</p>
  <p><a href="/">All documentation</a></p>`;
