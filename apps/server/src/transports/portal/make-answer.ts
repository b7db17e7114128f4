import { writeBrandStyle, writeSiteIcon } from "@lintel/portal/brand";
import { holdsDiagram, writePage } from "@lintel/portal/layout";
import type { PageView } from "@lintel/portal/portal.types";
import { writeSearchPage, type SearchFind } from "@lintel/portal/search";
import type { Find, Sites } from "../../features/portal/site.service.ts";
import { firstPage, type PlacedNode } from "../../features/portal/site-tree.ts";
import { writeFeed, writeFullText, writeIndexText, writeSitemap } from "./machine-texts.ts";
import type { PortalAnswer } from "./portal-answer.ts";
import { writePath } from "./portal-address.ts";
import type { OwnFiles } from "./portal-files.ts";
import { findReference, viewReference } from "./reference-pages.ts";
import { assetHeaders, fileHeaders, pageHeaders } from "./security-headers.ts";
import { hrefOf, viewPage, viewSite, type SiteContext } from "./view.ts";
import { listSitePages, readMarkdown } from "./site-pages.ts";
import { answerWith, send, streamBody } from "./write-answer.ts";

/** All inputs of an answer. */
export interface Wanted {
  readonly visit: SiteContext;
  readonly sites: Sites;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: Form;
  readonly files: OwnFiles;
}

/** What a reader requests instead of a page as HTML. */
export interface Form {
  readonly wantsMarkdown: boolean;
  readonly wantsJson: boolean;
}

export function readForm(accept = ""): Form {
  return {
    wantsMarkdown: /\btext\/markdown\b/.test(accept),
    wantsJson: /\bapplication\/json\b/.test(accept),
  };
}

/** What is at an address below a version; null: nothing that the reader may see. */
export async function makeAnswer(wanted: Wanted): Promise<PortalAnswer | null> {
  const { visit, path } = wanted;
  if (path === "") return goToBeginning(visit);
  const special = specials.find(({ matches }) => matches(path));
  if (special !== undefined) return special.make(wanted);
  const { path: pagePath, isMarkdown } = readPagePath(path, wanted.form);
  const node = visit.tree.byPath.get(pagePath);
  const reference = findReference(visit, pagePath);
  if (reference !== null) return sendReference(wanted, reference, isMarkdown);
  if (node === undefined) return followOldAddress(wanted);
  if (node.type === "folder") return goTo(visit, firstPage(node.children));
  return isMarkdown ? sendMarkdown(wanted, node) : sendPage(wanted, node);
}

/** The page of a path, and whether it is requested as Markdown. */
function readPagePath(
  path: string,
  { wantsMarkdown }: Form,
): { path: string; isMarkdown: boolean } {
  const isMarkdown = wantsMarkdown || path.endsWith(".md");
  return { path: isMarkdown ? path.replace(/\.md$/, "") : path, isMarkdown };
}

interface Special {
  readonly matches: (path: string) => boolean;
  readonly make: (wanted: Wanted) => Promise<PortalAnswer | null>;
}

/** Files of a version other than its pages: no slug contains a dot or an underscore. */
const specials: readonly Special[] = [
  {
    matches: (path) => path === "_search",
    make: sendSearch,
  },
  {
    matches: (path) => path === "_brand.css",
    make: async ({ visit: { site }, files }) => {
      const { primaryColor } = site;
      const typeface = files.typefaces.get(site.typeface ?? "") ?? null;
      if (primaryColor === null && typeface === null) return null;
      return send(writeBrandStyle(primaryColor, typeface), "text/css; charset=utf-8", fileHeaders);
    },
  },
  {
    matches: (path) => path === "_icon.svg",
    make: async ({ visit: { site } }) =>
      send(writeSiteIcon(site.name, site.primaryColor), "image/svg+xml", assetHeaders),
  },
  {
    matches: (path) => path.startsWith("_assets/"),
    make: sendAsset,
  },
  {
    matches: (path) => path === "llms.txt",
    make: async ({ visit, sites }) =>
      send(writeIndexText(visit, await listSitePages(visit, sites)), plainText, fileHeaders),
  },
  {
    matches: (path) => path === "llms-full.txt",
    make: sendFullText,
  },
  {
    matches: (path) => sitemapForm.test(path),
    make: sendSitemap,
  },
  {
    matches: (path) => path === "feed.xml",
    make: async ({ visit }) =>
      send(writeFeed(visit), "application/atom+xml; charset=utf-8", fileHeaders),
  },
];

export const plainText = "text/plain; charset=utf-8";

const sitemapForm = /^sitemap(?:-(\d{1,4}))?\.xml$/;

async function sendSitemap({ visit, sites, path }: Wanted): Promise<PortalAnswer | null> {
  const part = sitemapForm.exec(path)?.[1];
  const pages = await listSitePages(visit, sites);
  const text = writeSitemap(visit, pages, part === undefined ? null : Number(part));
  return text === null ? null : send(text, "application/xml; charset=utf-8", fileHeaders);
}

async function sendFullText({ visit, sites, files }: Wanted): Promise<PortalAnswer> {
  const { versionId, treeVersion, deprecationStamp } = visit.version;
  const { origin, site } = visit;
  const made = [versionId, treeVersion, deprecationStamp, site.stamp, origin];
  const state = [...made, files.addresses.script];
  const write = async function* () {
    const pages = await listSitePages(visit, sites);
    yield* writeFullText(visit, readMarkdown(visit, sites, pages));
  };
  return answerWith(plainText, fileHeaders, streamBody(state.join("\n"), write));
}

async function sendPage(wanted: Wanted, node: PlacedNode): Promise<PortalAnswer | null> {
  const { visit, sites, files } = wanted;
  const page = await sites.readPage(visit.version, node);
  if (page === null) return null;
  const view = viewPage(visit, node, page);
  const text = writePage(viewSite(visit, node), view, files.addresses);
  const headers = pageHeaders(visit.site, {
    hasFrames: holdsDiagram(view),
    hasExternalImages: visit.site.allowsExternalImages,
  });
  return send(text, "text/html; charset=utf-8", headers);
}

async function sendMarkdown(wanted: Wanted, node: PlacedNode): Promise<PortalAnswer | null> {
  const page = await wanted.sites.readPage(wanted.visit.version, node);
  if (page === null) return null;
  return send(page.content, "text/markdown; charset=utf-8", fileHeaders);
}

async function sendReference(
  { visit, sites, files }: Wanted,
  { node, below }: NonNullable<ReturnType<typeof findReference>>,
  isMarkdown: boolean,
): Promise<PortalAnswer | null> {
  const shown = await viewReference(visit, sites, node, below, files.referenceStyle);
  if (shown === null) return null;
  if (isMarkdown) {
    return send(shown.page.writeMarkdown(), "text/markdown; charset=utf-8", fileHeaders);
  }
  const text = writePage(viewSite(visit, node), shown.view, files.addresses);
  const headers = pageHeaders(visit.site, {
    sendsRequests: true,
    hasFrames: holdsDiagram(shown.view),
  });
  return send(text, "text/html; charset=utf-8", headers);
}

async function sendSearch(wanted: Wanted): Promise<PortalAnswer> {
  const { visit, sites, query } = wanted;
  const text = (query.get("q") ?? "").slice(0, 200);
  const finds = (await sites.search(visit.version, text)).map((find) => viewFind(visit, find));
  if (wanted.form.wantsJson)
    return send(JSON.stringify({ items: finds }), "application/json; charset=utf-8", fileHeaders);
  const site = viewSite(visit, null);
  const page: PageView = {
    title: "Search",
    description: "",
    href: site.searchHref,
    canonicalHref: site.searchHref,
    body: writeSearchPage(site, text, finds),
    hasHeading: false,
    outline: [],
    navigation: [],
    breadcrumbs: [],
    previous: null,
    next: null,
    modifiedAt: null,
    markdownHref: null,
    stylesheets: [],
  };
  const html = writePage(site, page, wanted.files.addresses);
  return send(html, "text/html; charset=utf-8", pageHeaders(visit.site));
}

function viewFind(visit: SiteContext, { node, below, section, excerpt }: Find): SearchFind {
  const page = hrefOf(visit, node);
  const found =
    below === null
      ? { title: node.title, href: page, trail: trailOf(node.parent) }
      : { title: below.title, href: `${page}/${writePath(below.path)}`, trail: trailOf(node) };
  if (section === null) return { ...found, heading: null, excerpt };
  const href = `${found.href}#${encodeURIComponent(section.id)}`;
  return { ...found, href, heading: section.heading, excerpt };
}

/** Titles of an item and of those above it. */
function trailOf(last: PlacedNode | null): string {
  const titles: string[] = [];
  for (let at = last; at !== null; at = at.parent) titles.unshift(at.title);
  return titles.join(" / ");
}

async function sendAsset({ visit, sites, path }: Wanted): Promise<PortalAnswer | null> {
  const asset = await sites.readAsset(visit.version, path.slice("_assets/".length));
  if (asset === undefined) return null;
  const bytes = Buffer.from(asset.bytes);
  // Images are already compressed, and are sent unchanged.
  const etag = `"${asset.digest.slice(0, 22)}"`;
  return answerWith(asset.mediaType, assetHeaders, {
    kind: "bytes",
    plain: bytes,
    etag,
    isCoded: false,
  });
}

function goToBeginning(visit: SiteContext): PortalAnswer | null {
  return goTo(visit, firstPage(visit.tree.roots));
}

async function followOldAddress({ visit, sites, path }: Wanted): Promise<PortalAnswer | null> {
  const segments = path.split("/");
  for (let length = segments.length; length > 0; length -= 1) {
    const node = await sites.followRedirect(visit.version, segments.slice(0, length).join("/"));
    if (node?.type === "specSnapshot") return goTo(visit, node, 308, segments.slice(length));
    // Below a page there is nothing; below a folder each item has its own old address.
    if (node !== null && length === segments.length)
      return goTo(visit, node.type === "folder" ? firstPage(node.children) : node, 308);
  }
  return null;
}

/** @param below - for an API reference: the path segments of one of its pages */
function goTo(
  visit: SiteContext,
  node: PlacedNode | null,
  status = 307,
  below: readonly string[] = [],
): PortalAnswer | null {
  if (node === null) return null;
  const location = [hrefOf(visit, node), ...below.map(encodeURIComponent)].join("/");
  const headers = { location, "cache-control": "no-cache" };
  return { status, headers: { ...fileHeaders, ...headers }, body: null };
}
