import { escapeText } from "@lintel/portal/html";
import { baseOf, hrefOf, type Visit } from "./view.ts";

/** `llms.txt`: what there is to read, for machines that read text. */
export function writeIndexText(visit: Visit): string {
  const { site, tree, origin, version } = visit;
  const lines = tree.pages.map((page) => {
    const about = page.description ?? "";
    return `- [${escapeBrackets(page.title)}](${origin}${hrefOf(visit, page)}.md)${about === "" ? "" : `: ${about}`}`;
  });
  const full = `${origin}${baseOf(visit, version)}/llms-full.txt`;
  return [`# ${site.name}`, "", `All pages as one text: ${full}`, "", ...lines, ""].join("\n");
}

function escapeBrackets(text: string): string {
  return text.replaceAll(/[[\]\\]/g, String.raw`\$&`);
}

/** `llms-full.txt`: every page in reading order. */
export function writeFullText(visit: Visit, contents: ReadonlyMap<string, string>): string {
  const { site, tree, origin } = visit;
  const parts = tree.pages.flatMap((page) => {
    const content = contents.get(page.id);
    if (content === undefined) return [];
    return [`<!-- ${origin}${hrefOf(visit, page)} -->`, `# ${page.title}`, "", content.trim(), ""];
  });
  return [`# ${site.name}`, "", ...parts].join("\n");
}

/** `sitemap.xml` (sitemaps.org protocol 0.9). */
export function writeSitemap(visit: Visit): string {
  const urls = visit.tree.pages.map((page) => {
    const address = escapeText(`${visit.origin}${hrefOf(visit, page)}`);
    return `<url><loc>${address}</loc><lastmod>${page.modifiedAt.toISOString()}</lastmod></url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}

const feedEntries = 50;

/** The pages that changed last, as Atom (RFC 4287). */
export function writeFeed(visit: Visit): string {
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
