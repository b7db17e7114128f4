import { ownIds } from "@lintel/portal/own-ids";
import type { NavItem, OutlineItem, PageView, SiteView } from "@lintel/portal/portal.types";
import type { ReaderPage, Site, SiteRow } from "../../features/portal/site.types.ts";
import {
  listSidebarItems,
  firstPage,
  neighbours,
  sectionOf,
  type PlacedNode,
  type SiteTree,
} from "../../features/portal/site-tree.ts";
import { readRepository } from "../../domain/docs/repository-address.ts";
import type { Reader } from "../../platform/credentials/reader-token.ts";
import { writePath } from "./portal-address.ts";
import { writeSignOutPath } from "./reader-paths.ts";

/** A version of a site, with its address. */
export interface SiteContext {
  /** Of the portal: scheme, host and port. */
  readonly origin: string;
  /** `` or `/us`. */
  readonly prefix: string;
  readonly site: Site;
  readonly version: SiteRow;
  readonly tree: SiteTree;
  /** Who signed in to read what is not public; null for everyone else. */
  readonly reader: Reader | null;
}

/** The start of a version. The default version has no label in its address. */
export function baseOf(
  { prefix, site }: Pick<SiteContext, "prefix" | "site">,
  version: SiteRow,
): string {
  const base = `${prefix}/${site.organizationSlug}/${site.documentationSlug}`;
  return version === site.versions[0] ? base : `${base}/v/${encodeURIComponent(version.label)}`;
}

export function hrefOf(visit: SiteContext, node: PlacedNode): string {
  return `${baseOf(visit, visit.version)}/${addressPathOf(node)}`;
}

/** Every page of a section links to all others, so the common part is written once. */
const addressPaths = new WeakMap<PlacedNode, string>();

function addressPathOf(node: PlacedNode): string {
  const known = addressPaths.get(node);
  if (known !== undefined) return known;
  const path = writePath(node.path);
  addressPaths.set(node, path);
  return path;
}

/** @param node - the page that is shown; null if there is none */
export function viewSite(visit: SiteContext, node: PlacedNode | null): SiteView {
  const { site, version, tree, origin } = visit;
  const base = baseOf(visit, version);
  const current = node === null ? null : sectionOf(node);
  return {
    name: site.name,
    base,
    logoUrl: site.logoUrl,
    iconHref: site.faviconUrl ?? site.logoUrl ?? `${base}/_icon.svg`,
    brandHref: writeBrandHref(site, base),
    sections: viewSections(visit, tree, current),
    versions: site.versions.map((other) => ({
      title: other.label,
      href: addressIn(visit, other, node),
      isCurrent: other === version,
    })),
    isPreview: site.isPreview,
    searchHref: `${base}/_search`,
    origin,
    reader: viewReader(visit, base),
  };
}

function viewReader({ reader, prefix }: SiteContext, base: string): SiteView["reader"] {
  if (reader === null) return null;
  return { name: reader.email, signOutHref: writeSignOutPath(prefix === "" ? "eu" : "us", base) };
}

/** A changed branding has a new address. */
function writeBrandHref({ primaryColor, typeface }: Site, base: string): string | null {
  if (primaryColor === null && typeface === null) return null;
  return `${base}/_brand.css?c=${primaryColor?.slice(1) ?? ""}${typeface === null ? "" : `&t=${typeface}`}`;
}

/** The id of the question whether a page was helpful: an address that ends with it shows thanks. */
export const helpfulMark = ownIds.helpful;

/** Where readers vote whether a page was helpful. A preview does not ask. */
export function writeHelpfulHref(visit: SiteContext, path: string): string | null {
  if (visit.site.isPreview) return null;
  return `${baseOf(visit, visit.version)}/_helpful?page=${encodeURIComponent(path)}`;
}

/** Where the file of a page is edited; null if unknown. */
function writeEditHref({ version }: SiteContext, node: PlacedNode): string | null {
  const names: string[] = [];
  for (let at: PlacedNode | null = node; at !== null; at = at.parent) {
    if (at.fileName === null) return null;
    names.unshift(encodeURIComponent(at.fileName));
  }
  const address = readRepository(version.folderFile);
  return address === null ? null : `${address}/${names.join("/")}`;
}

function viewSections(visit: SiteContext, tree: SiteTree, current: PlacedNode | null): NavItem[] {
  const sections = tree.roots.filter(({ isSection }) => isSection);
  if (sections.length === 0) return [];
  const others = firstPage(tree.roots.filter(({ isSection }) => !isSection));
  const home: NavItem[] =
    others === null ? [] : [item("Docs", hrefOf(visit, others), null, current === null)];
  return [
    ...home,
    ...sections.flatMap((section) => {
      const first = firstPage([section]);
      return first === null
        ? []
        : [item(section.title, hrefOf(visit, first), section.icon, section === current)];
    }),
  ];
}

function item(title: string, href: string, icon: string | null, isCurrent: boolean): NavItem {
  return { title, href, icon, isCurrent, children: [] };
}

/** The same page in another version; or its redirects, or the start of that version. */
function addressIn(visit: SiteContext, version: SiteRow, node: PlacedNode | null): string {
  const base = baseOf(visit, version);
  return node === null ? base : `${base}/${writePath(node.path)}`;
}

export function viewPage(visit: SiteContext, node: PlacedNode, page: ReaderPage): PageView {
  const { tree } = visit;
  const { previous, next } = neighbours(tree, node);
  const href = hrefOf(visit, node);
  const outline = (page.headings ?? []) as readonly OutlineItem[];
  const [top] = outline;
  const hasHeading = (top as { level?: number } | undefined)?.level === 1;
  const link = (other: PlacedNode | null) =>
    other === null ? null : { title: other.title, href: hrefOf(visit, other) };
  return {
    title: node.title,
    description: node.description ?? "",
    href,
    canonicalHref: href,
    body: (page.html ?? "").replaceAll('="/_base/', `="${baseOf(visit, visit.version)}/`),
    hasHeading,
    outline: hasHeading ? (top?.children ?? []) : outline,
    navigation: viewNavigation(visit, node),
    breadcrumbs: viewTrail(visit, node),
    previous: link(previous),
    next: link(next),
    modifiedAt: node.modifiedAt.toISOString(),
    markdownHref: `${href}.md`,
    editHref: writeEditHref(visit, node),
    helpfulHref: writeHelpfulHref(visit, node.path),
    stylesheets: [],
  };
}

/** @param current - the page that is shown; null if there is none */
export function viewNavigation(visit: SiteContext, current: PlacedNode | null): NavItem[] {
  return listSidebarItems(visit.tree, current).map((node) => viewNode(visit, node, current));
}

function viewNode(visit: SiteContext, node: PlacedNode, current: PlacedNode | null): NavItem {
  return {
    title: node.title,
    href: node.type === "folder" ? null : hrefOf(visit, node),
    icon: node.icon,
    isCurrent: node === current,
    children: node.children.map((child) => viewNode(visit, child, current)),
  };
}

export function viewTrail(visit: SiteContext, node: PlacedNode): PageView["breadcrumbs"] {
  const above: PlacedNode[] = [];
  for (let parent = node.parent; parent !== null; parent = parent.parent) above.unshift(parent);
  return above.map((folder) => {
    const first = firstPage(folder.children);
    return { title: folder.title, href: first === null ? null : hrefOf(visit, first) };
  });
}
