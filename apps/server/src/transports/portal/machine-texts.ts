import { escapeText } from "@lintel/portal/html";
import type { PlacedNode } from "../../features/portal/site-tree.ts";
import type { SitePage } from "./site-pages.ts";
import { baseOf, hrefOf, type SiteContext } from "./view.ts";

/** `llms.txt` (llmstxt.org): the available pages by section, for machines that read text. */
export function writeIndexText(visit: SiteContext, pages: readonly SitePage[]): string {
  const { site, origin, version } = visit;
  const full = `${origin}${baseOf(visit, version)}/llms-full.txt`;
  const sections = Map.groupBy(pages, (page) => nameSection(visit, page));
  const parts = Array.from(sections, ([title, listed]) =>
    [`## ${title}`, "", ...listed.map((page) => writeEntry(visit, page)), ""].join("\n"),
  );
  return [`# ${site.name}`, "", `> All pages as one text: ${full}`, "", ...parts].join("\n");
}

/** An API reference is a section, its schemas are another, and so is every folder at the root. */
function nameSection({ site }: SiteContext, { node, entry }: SitePage): string {
  if (entry?.kind === "schema") return `${node.title}: schemas`;
  if (entry !== null) return node.title;
  let root: PlacedNode = node;
  while (root.parent !== null) root = root.parent;
  return root === node ? site.name : root.title;
}

function writeEntry({ origin }: SiteContext, { node, entry, title, href }: SitePage): string {
  const isCall = entry?.kind === "operation" || entry?.kind === "webhook";
  const about = isCall
    ? `${entry.method} ${entry.route}`
    : entry === null
      ? node.description
      : null;
  return `- [${escapeBrackets(title)}](${origin}${href}.md)${(about ?? "") === "" ? "" : `: ${about}`}`;
}

function escapeBrackets(text: string): string {
  return text.replaceAll(/[[\]\\]/g, String.raw`\$&`);
}

/** `llms-full.txt`: every page in reading order. */
export async function* writeFullText(
  { site, origin }: SiteContext,
  pages: AsyncIterable<{ readonly page: SitePage; readonly text: string }>,
): AsyncGenerator<string> {
  yield `# ${site.name}\n`;
  for await (const { page, text } of pages) yield `\n<!-- ${origin}${page.href} -->\n${text}\n`;
}

/** Addresses of one sitemap (sitemaps.org protocol 0.9). */
const maxAddresses = 50_000;

/**
 * `sitemap.xml`: all addresses or, if there are too many for one, the sitemaps that contain them.
 *
 * @param part - which of these sitemaps is requested, from 1; null for `sitemap.xml` itself
 * @returns null if there is no such part
 */
export function writeSitemap(
  visit: SiteContext,
  pages: readonly SitePage[],
  part: number | null,
  most = maxAddresses,
): string | null {
  const parts = Math.ceil(pages.length / most);
  if (part === null && parts <= 1) return writeAddresses(visit, pages);
  if (part !== null) {
    const some = pages.slice((part - 1) * most, part * most);
    return parts > 1 && part > 0 && some.length > 0 ? writeAddresses(visit, some) : null;
  }
  const base = `${visit.origin}${baseOf(visit, visit.version)}`;
  return writeSitemapIndex(
    Array.from({ length: parts }, (_, at) => `${base}/sitemap-${at + 1}.xml`),
  );
}

function writeAddresses({ origin }: SiteContext, pages: readonly SitePage[]): string {
  const urls = pages.map(({ href, node }) => {
    const address = escapeText(`${origin}${href}`);
    return `<url><loc>${address}</loc><lastmod>${node.modifiedAt.toISOString()}</lastmod></url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}

/** A list of sitemaps. */
export function writeSitemapIndex(addresses: readonly string[]): string {
  const listed = addresses.map((address) => `<sitemap><loc>${escapeText(address)}</loc></sitemap>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${listed.join("\n")}
</sitemapindex>
`;
}
const feedEntries = 50;

/** The most recently changed pages, as Atom (RFC 4287). */
export function writeFeed(visit: SiteContext): string {
  const { site, tree, origin, version } = visit;
  const pages = tree.pages
    .toSorted((left, right) => right.modifiedAt.getTime() - left.modifiedAt.getTime())
    .slice(0, feedEntries);
  const base = escapeText(`${origin}${baseOf(visit, version)}`);
  const updated = pages[0]?.modifiedAt ?? version.publishedAt ?? new Date(0);
  const entries = pages.map((page) => {
    const address = escapeText(`${origin}${hrefOf(visit, page)}`);
    return `<entry><id>urn:uuid:${page.id}</id><title>${escapeText(page.title)}</title><link href="${address}"/><updated>${page.modifiedAt.toISOString()}</updated></entry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${base}</id>
<title>${escapeText(site.name)}</title>
<link href="${base}"/>
<link rel="self" href="${base}/feed.xml"/>
<author><name>${escapeText(site.name)}</name></author>
<updated>${updated.toISOString()}</updated>
${entries.join("\n")}
</feed>
`;
}
