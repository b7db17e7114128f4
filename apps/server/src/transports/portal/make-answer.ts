import type { IncomingHttpHeaders } from "node:http";
import { writeBrandStyle } from "@lintel/portal/brand";
import { holdsDiagram, writePage } from "@lintel/portal/layout";
import type { PageView } from "@lintel/portal/portal.types";
import { writeSearchPage, type SearchFind } from "@lintel/portal/search";
import type { Find, Sites } from "../../features/portal/site.service.ts";
import type { Site, SiteRow } from "../../features/portal/site.types.ts";
import { firstPage, type PlacedNode } from "../../features/portal/site-tree.ts";
import { writeFeed, writeFullText, writeIndexText, writeSitemap } from "./machine-texts.ts";
import type { PortalAnswer } from "./portal-answer.ts";
import { writeAddress, writePath, type PortalAddress } from "./portal-address.ts";
import type { OwnFiles } from "./portal-files.ts";
import { beginPreview, hide, readPreview } from "./preview.ts";
import type { StoredPages } from "../../features/portal/stored-pages.ts";
import { createAnswerCache } from "./answer-cache.ts";
import { chooseCoding, type Coding } from "./compress.ts";
import { digestMaker } from "./made-by.ts";
import { answerStored, digestAddress, digestText, type WantedPage } from "./stored-answer.ts";
import { readyAnswer, type ReadyAnswer } from "./ready-answer.ts";
import { findReference, viewReference } from "./reference-pages.ts";
import { assetHeaders, fileHeaders, pageHeaders } from "./security-headers.ts";
import { hrefOf, viewPage, viewSite, type Visit } from "./view.ts";
import { answerWith, send } from "./write-answer.ts";

export interface AnswerMaker {
  /** What is kept of an address and can be sent as it is; null where it takes more. */
  recall(url: string, headers: IncomingHttpHeaders): ReadyAnswer | null;
  /** null: there is nothing at the address that the reader may see. */
  make(
    address: PortalAddress,
    query: string,
    headers: IncomingHttpHeaders,
  ): Promise<ReadyAnswer | null>;
}

interface Options {
  readonly origin: string;
  readonly files: OwnFiles;
  readonly regions: readonly PortalRegion[];
}

/** What of a region readers are shown. */
export interface PortalRegion {
  readonly region: string;
  readonly sites: Sites;
  readonly storedPages: StoredPages;
}

/** Everything of one request that an answer is made from. */
interface Wanted {
  readonly visit: Visit;
  readonly sites: Sites;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: Form;
  readonly files: OwnFiles;
}

export function createAnswers({ origin, files, regions }: Options): AnswerMaker {
  const byRegion = new Map(regions.map((region) => [region.region, region]));
  const cache = createAnswerCache();
  let maker: string | null = null;
  const findMaker = () => (maker ??= digestMaker(origin, files));
  // Before somebody replaces the files of the running server, and not while it starts.
  setTimeout(findMaker, 1000).unref();
  return {
    recall(url, { accept, cookie, "accept-encoding": codings }) {
      if (readPreview(cookie) !== undefined) return null;
      return cache.recall(writeKey(url, readForm(accept), chooseCoding(codings)));
    },
    async make(address, queryText, headers) {
      const region = byRegion.get(address.region);
      const { organization, documentation } = address;
      if (region === undefined || documentation === null) return null;
      const { sites, storedPages } = region;
      const query = new URLSearchParams(queryText);
      const preview = query.get("preview");
      if (preview !== null) return ready(await beginPreview(sites, address, preview));
      const site = await sites.read(organization, documentation, readPreview(headers.cookie));
      const version = site === null ? undefined : chooseVersion(site, address.label);
      if (site === null || version === undefined) return null;
      const prefix = address.region === "us" ? "/us" : "";
      const form = readForm(headers.accept);
      const make = async () => {
        const tree = await sites.readTree(version);
        const visit = { origin, prefix, site, version, tree };
        return makeAnswer({ visit, sites, path: address.path, query, form, files });
      };
      if (site.isPreview) return ready(hide(await make()));
      const asked = address.path === "_search" ? `?${queryText}` : "";
      const coding = chooseCoding(headers["accept-encoding"]);
      const { organizationId, versionId, treeVersion } = version;
      // Everything that an answer depends on is in its state: what changes is made anew.
      const state = [versionId, treeVersion, organization, documentation, site.stamp].join("\n");
      const isCurrent = () => sites.peek(organization, documentation) === site;
      const key = writeKey(`${writeAddress(address)}${asked}`, form, coding);
      return cache.find(key, { state, isCurrent }, async () => {
        if (!mayBePage(address.path)) return ready(await make());
        const page = { ...readPagePath(address.path, form), coding };
        const place = {
          organizationId,
          versionId,
          address: digestAddress(findMaker(), page),
          state: digestText(state),
        };
        return answerStored(storedPages, place, coding, make);
      });
    },
  };
}

function ready(answer: PortalAnswer | null): ReadyAnswer | null {
  return answer === null ? null : readyAnswer(answer);
}

/** What a reader asks to be given in place of a page as HTML. */
interface Form {
  readonly wantsMarkdown: boolean;
  readonly wantsJson: boolean;
}

function readForm(accept = ""): Form {
  return {
    wantsMarkdown: /\btext\/markdown\b/.test(accept),
    wantsJson: /\bapplication\/json\b/.test(accept),
  };
}

/** Under what an answer is kept. */
function writeKey(url: string, { wantsMarkdown, wantsJson }: Form, coding: Coding): string {
  return `${coding} ${wantsMarkdown ? "m" : ""}${wantsJson ? "j" : ""}${url}`;
}

function chooseVersion({ versions, isPreview }: Site, label: string | null): SiteRow | undefined {
  if (label === null || isPreview) return versions[0];
  return versions.find((version) => version.label === label);
}

async function makeAnswer(wanted: Wanted): Promise<PortalAnswer | null> {
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

/** The page that a path means, and whether it is asked for as Markdown. */
function readPagePath(
  path: string,
  { wantsMarkdown }: Form,
): Pick<WantedPage, "path" | "isMarkdown"> {
  const isMarkdown = wantsMarkdown || path.endsWith(".md");
  return { path: isMarkdown ? path.replace(/\.md$/, "") : path, isMarkdown };
}

function mayBePage(path: string): boolean {
  return path !== "" && !specials.some(({ matches }) => matches(path));
}

interface Special {
  readonly matches: (path: string) => boolean;
  readonly make: (wanted: Wanted) => Promise<PortalAnswer | null>;
}

/** What is at a version beside its pages: no slug holds a dot or an underscore. */
const specials: readonly Special[] = [
  {
    matches: (path) => path === "_search",
    make: sendSearch,
  },
  {
    matches: (path) => path === "_brand.css",
    make: async ({ visit: { site } }) =>
      site.primaryColor === null
        ? null
        : send(writeBrandStyle(site.primaryColor), "text/css; charset=utf-8", fileHeaders),
  },
  {
    matches: (path) => path.startsWith("_assets/"),
    make: sendAsset,
  },
  {
    matches: (path) => path === "llms.txt",
    make: async ({ visit }) => send(writeIndexText(visit), plainText, fileHeaders),
  },
  {
    matches: (path) => path === "llms-full.txt",
    make: async ({ visit, sites }) =>
      send(writeFullText(visit, await sites.readAllPages(visit.version)), plainText, fileHeaders),
  },
  {
    matches: (path) => path === "sitemap.xml",
    make: async ({ visit }) =>
      send(writeSitemap(visit), "application/xml; charset=utf-8", fileHeaders),
  },
  {
    matches: (path) => path === "feed.xml",
    make: async ({ visit }) =>
      send(writeFeed(visit), "application/atom+xml; charset=utf-8", fileHeaders),
  },
];

const plainText = "text/plain; charset=utf-8";

async function sendPage(wanted: Wanted, node: PlacedNode): Promise<PortalAnswer | null> {
  const { visit, sites, files } = wanted;
  const page = await sites.readPage(visit.version, node);
  if (page === null) return null;
  const view = viewPage(visit, node, page);
  const text = writePage(viewSite(visit, node), view, files.addresses);
  const headers = pageHeaders(visit.site.logoUrl, { hasFrames: holdsDiagram(view) });
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
  const headers = pageHeaders(visit.site.logoUrl, {
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
  return send(html, "text/html; charset=utf-8", pageHeaders(visit.site.logoUrl));
}

function viewFind(visit: Visit, { node, below, excerpt }: Find): SearchFind {
  const href = hrefOf(visit, node);
  if (below === null) return { title: node.title, href, trail: trailOf(node.parent), excerpt };
  const address = `${href}/${writePath(below.path)}`;
  return { title: below.title, href: address, trail: trailOf(node), excerpt };
}

/** Titles of an item and those above it. */
function trailOf(last: PlacedNode | null): string {
  const titles: string[] = [];
  for (let at = last; at !== null; at = at.parent) titles.unshift(at.title);
  return titles.join(" / ");
}

async function sendAsset({ visit, sites, path }: Wanted): Promise<PortalAnswer | null> {
  const asset = await sites.readAsset(visit.version, path.slice("_assets/".length));
  if (asset === undefined) return null;
  const bytes = Buffer.from(asset.bytes);
  // Pictures are compressed already, and sent as they are.
  const etag = `"${asset.digest.slice(0, 22)}"`;
  return answerWith(asset.mediaType, assetHeaders, { plain: bytes, etag, isCoded: false });
}

function goToBeginning(visit: Visit): PortalAnswer | null {
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

/** @param below - of an API reference: the segments of one of its pages */
function goTo(
  visit: Visit,
  node: PlacedNode | null,
  status = 307,
  below: readonly string[] = [],
): PortalAnswer | null {
  if (node === null) return null;
  const location = [hrefOf(visit, node), ...below.map(encodeURIComponent)].join("/");
  const headers = { location, "cache-control": "no-cache" };
  return { status, headers: { ...fileHeaders, ...headers }, body: null };
}
