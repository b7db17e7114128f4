import { setImmediate } from "node:timers/promises";
import { writePageMarkdown } from "@lintel/reference/pages/render-page";
import type { PageEntry } from "@lintel/reference/plan/reference.types";
import type { Sites } from "../../features/portal/site.service.ts";
import type { PlacedNode } from "../../features/portal/site-tree.ts";
import { writePath } from "./portal-address.ts";
import { readPlan } from "./reference-pages.ts";
import { hrefOf, type SiteContext } from "./view.ts";

/** A page of a version: its own, or one of an attached API reference. */
export interface SitePage {
  readonly node: PlacedNode;
  /** For a page of an API reference; null for the version's own page. */
  readonly entry: PageEntry | null;
  readonly title: string;
  /** The path below the portal, without `.md`. */
  readonly href: string;
}

/** Every page of a version that search engines may index, in reading order. */
export async function listSitePages(visit: SiteContext, sites: Sites): Promise<SitePage[]> {
  const pages: SitePage[] = [];
  for (const node of visit.tree.pages) {
    const href = hrefOf(visit, node);
    const { title } = node;
    if (node.type !== "specSnapshot") pages.push({ node, entry: null, title, href });
    else pages.push(...(await listReferencePages(visit, sites, node)));
  }
  return pages;
}

async function listReferencePages(
  visit: SiteContext,
  sites: Sites,
  node: PlacedNode,
): Promise<SitePage[]> {
  const plan = await readPlan(visit, sites, node);
  const base = hrefOf(visit, node);
  return Array.from(plan?.pages.values() ?? [])
    .filter(({ kind }) => kind !== "all-fields")
    .map((entry) => ({
      node,
      entry,
      title: entry.path === "" ? node.title : entry.title,
      href: entry.path === "" ? base : `${base}/${writePath(entry.path)}`,
    }));
}

/** Number of pages whose texts are read together. */
const pagesTogether = 50;
/** How long other requests may wait while pages are written. */
const turnMs = 10;

/** The Markdown of pages in order: memory contains only a few of them. */
export async function* readMarkdown(
  visit: SiteContext,
  sites: Sites,
  pages: readonly SitePage[],
): AsyncGenerator<{ readonly page: SitePage; readonly text: string }> {
  let began = performance.now();
  for (let from = 0; from < pages.length; from += pagesTogether) {
    const some = pages.slice(from, from + pagesTogether);
    const ids = some.filter(({ entry }) => entry === null).map(({ node }) => node.id);
    const contents = await sites.readContents(visit.version, ids);
    for (const page of some) {
      const text = await writeText(visit, sites, page, contents);
      if (text !== null) yield { page, text };
      if (performance.now() - began < turnMs) continue;
      await setImmediate();
      began = performance.now();
    }
  }
}

async function writeText(
  visit: SiteContext,
  sites: Sites,
  { node, entry, title }: SitePage,
  contents: ReadonlyMap<string, string>,
): Promise<string | null> {
  if (entry === null) {
    const content = contents.get(node.id)?.trim();
    if (content === undefined) return null;
    return content.startsWith("# ") ? content : `# ${title}\n\n${content}`;
  }
  const plan = await readPlan(visit, sites, node);
  return plan === null ? null : (writePageMarkdown(plan, entry.path)?.trim() ?? null);
}
