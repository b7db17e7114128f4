import { renderReferencePage, type ReferencePage } from "@lintel/reference/pages/render-page";
import { planReference } from "@lintel/reference/plan/plan-reference";
import type { NavigationItem, ReferencePlan } from "@lintel/reference/plan/reference.types";
import type { LinkedTitle, NavItem, PageView } from "@lintel/portal/portal.types";
import type { Sites } from "../../features/portal/site.service.ts";
import {
  listSidebarItems,
  firstPage,
  neighbours,
  sectionOf,
  type PlacedNode,
} from "../../features/portal/site-tree.ts";
import { rendererOf } from "../../domain/docs/rendering/renderer.ts";
import { createRecentMap } from "../../platform/recent-map.ts";
import { hrefOf, viewTrail, writeHelpfulHref, type SiteContext } from "./view.ts";

/** A page of an API reference in a version. */
export interface ReferenceView {
  readonly page: ReferencePage;
  readonly view: PageView;
}

/** Each contains a parsed document. */
const maxCachedPlans = 8;

/** By the attached reference, its version, and its path. */
const plans = createRecentMap<string, Promise<ReferencePlan | null>>(maxCachedPlans);

/** The attached reference that contains a path, with the path below it. */
export function findReference(
  { tree }: SiteContext,
  path: string,
): { readonly node: PlacedNode; readonly below: string } | null {
  const segments = path.split("/");
  for (let length = segments.length; length > 0; length -= 1) {
    const node = tree.byPath.get(segments.slice(0, length).join("/"));
    if (node?.type === "specSnapshot") return { node, below: segments.slice(length).join("/") };
  }
  return null;
}

export async function viewReference(
  visit: SiteContext,
  sites: Sites,
  node: PlacedNode,
  below: string,
  stylesheet: string,
): Promise<ReferenceView | null> {
  const plan = await readPlan(visit, sites, node);
  if (plan === null) return null;
  const page = await renderReferencePage(plan, below);
  if (page === null) return null;
  const base = hrefOf(visit, node);
  const href = below === "" ? base : `${base}/${below}`;
  const { previous, next } = neighbours(visit.tree, node);
  const link = (other: PlacedNode | null) =>
    other === null ? null : { title: other.title, href: hrefOf(visit, other) };
  const view: PageView = {
    title: page.title,
    description: page.description.slice(0, 300),
    href,
    canonicalHref: href,
    body: `<div class="ref">${page.html}</div>`,
    hasHeading: false,
    isWide: true,
    // The samples are next to the text, where other pages have their table of contents.
    outline: [],
    navigation: plan.navigation.map((item) => viewItem(item, base, below)),
    back: viewBack(visit, node),
    helpfulHref: writeHelpfulHref(visit, below === "" ? node.path : `${node.path}/${below}`),
    breadcrumbs: [
      ...viewTrail(visit, node),
      ...(below === "" ? [] : [{ title: node.title, href: base }]),
    ],
    previous: below === "" ? link(previous) : null,
    next: below === "" ? link(next) : null,
    modifiedAt: node.modifiedAt.toISOString(),
    markdownHref: `${href}.md`,
    stylesheets: [stylesheet],
  };
  return { page, view };
}

/** The sidebar contains only the reference, with a link back to the other pages. */
function viewBack(visit: SiteContext, node: PlacedNode): LinkedTitle | null {
  const first = visit.tree.pages.find(({ type }) => type === "page");
  if (first === undefined) return null;
  const near = listSidebarItems(visit.tree, node).filter((other) => other !== node);
  const page = firstPage(near.filter(({ type }) => type !== "specSnapshot")) ?? first;
  return { title: `Back to ${sectionOf(page)?.title ?? "the guides"}`, href: hrefOf(visit, page) };
}

export async function readPlan(
  visit: SiteContext,
  sites: Sites,
  node: PlacedNode,
): Promise<ReferencePlan | null> {
  const basePath = hrefOf(visit, node);
  const { treeVersion, deprecationStamp } = visit.version;
  const key = `${node.id} ${treeVersion} ${deprecationStamp ?? ""} ${basePath}`;
  const known = plans.get(key);
  if (known !== undefined) return known;
  const plan = sites.readReference(visit.version, node).then((stored) =>
    stored === null
      ? null
      : planReference(stored.document, {
          basePath,
          renderMarkdown: (markdown) => renderMarkdown(visit.version.organizationId, markdown),
          groupDescriptions: new Map(stored.groupDescriptions),
          deprecations: stored.deprecations.operations,
          ...(stored.deprecations.version === null
            ? {}
            : { versionDeprecation: stored.deprecations.version }),
        }),
  );
  plans.set(key, plan);
  plan.catch(() => plans.delete(key));
  return plan;
}

/** Texts of a document, rendered like pages. */
async function renderMarkdown(organizationId: string, markdown: string): Promise<string> {
  return (await rendererOf(organizationId).render(markdown)).html;
}

/** Maximum entries shown of a group without its own page, to readers who are not in it. */
const maxUnasked = 50;

/** Only the names of groups that the reader is not in: a large API has thousands of operations. */
function viewItem(item: NavigationItem, base: string, current: string): NavItem {
  const isCurrent = item.path === current;
  const isOpen = isCurrent || holds(item, current);
  const isShort = item.path === null && item.children.length <= maxUnasked;
  const isShown = isOpen || isShort;
  // A closed group must link somewhere: to its own page, or to the first one in it.
  const path = item.path ?? (isShown ? null : (item.children[0]?.path ?? null));
  return {
    title: item.title,
    href: path === null ? null : path === "" ? base : `${base}/${path}`,
    icon: null,
    isCurrent,
    ...(item.method === undefined ? {} : { method: item.method }),
    isDeprecated: item.deprecated,
    isClosed: !isShown && item.children.length > 0,
    children: isShown ? item.children.map((child) => viewItem(child, base, current)) : [],
  };
}

function holds({ children }: NavigationItem, path: string): boolean {
  return children.some((child) => child.path === path || holds(child, path));
}
