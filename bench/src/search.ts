import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { openBrowser } from "./browser.ts";
import { publishDocs, type DocsFile } from "./docs-scene.ts";
import { makeEmbeddedPlace } from "./engines.ts";
import { root, startInstallation } from "./installation.ts";
import { searchWithPagefind, type FoundablePage } from "./pagefind-site.ts";
import { seedCallers } from "./seed.ts";

const help = `Measures the search of the portal against Pagefind over the same pages: for how many queries an expected page
is among the first five, for how many it is the first, and the mean of 1/place.

  npm run search                          Lintel's own documentation and queries/lintel.json
  npm run search -- FOLDER QUERIES.json   another folder of Markdown

A file of queries is a list of lists: the query, and the pages that answer it, as their files end. The queries of
queries/fastify.json and queries/vite.json are for the folder docs of fastify/fastify and of vitejs/vite.

Needs Chromium (LINTEL_CHROMIUM names another than /usr/bin/chromium).
`;

const { values, positionals } = parseArgs({
  options: { help: { type: "boolean", short: "h" } },
  allowPositionals: true,
});
if (values.help === true) {
  console.log(help);
  process.exit(0);
}
const [
  folder = path.join(root, "docs"),
  queriesFile = path.join(import.meta.dirname, "../queries/lintel.json"),
] = positionals;
const take = 5;

const queries = JSON.parse(readFileSync(queriesFile, "utf8")) as [string, ...string[]][];
await using place = await makeEmbeddedPlace();
const [caller] = await seedCallers(place.location, 1, 1, 1, "admin");
if (caller === undefined) throw new Error("No caller was made.");
await using product = await startInstallation({ LINTEL_RATE_LIMIT: "100000", ...place.settings });
await using browser = await openBrowser();
const site = await publishDocs(product.url, caller, "Corpus", readFiles());
const base = `${product.portalUrl}${site.path}`;
const pages = await readPages();
for (const [query, ...wanted] of queries)
  if (!pages.some(({ address }) => answers(address, wanted)))
    throw new Error(`No page is what "${query}" is to find: ${wanted.join(", ")}`);
const asked = queries.map(([query]) => query);
console.log(`${queries.length} queries, ${pages.length} pages of ${path.basename(folder)}`);
report("Lintel", await searchOurs());
report("Pagefind", await searchWithPagefind(browser, pages, asked, take));

function readFiles(): DocsFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !/(?:^|\/)(?:node_modules|\.)/.test(file))
    .map((file) => ({ path: file, text: readFileSync(path.join(folder, file), "utf8") }));
}

/** Every page as sent to readers. */
async function readPages(): Promise<FoundablePage[]> {
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text();
  const addresses = Array.from(sitemap.matchAll(/<loc>([^<]*)<\/loc>/g), ([, url = ""]) => url);
  return Promise.all(
    addresses.map(async (url) => {
      const text = await (await fetch(url)).text();
      const [, html = ""] = /<article[^>]*>(.*)<\/article>/s.exec(text) ?? [];
      const [, title = ""] = /<meta property="og:title" content="([^"]*)"/.exec(text) ?? [];
      return { address: new URL(url).pathname, title, html };
    }),
  );
}

/** Files are published under addresses derived from their names. */
function answers(address: string, wanted: readonly string[]): boolean {
  const tidy = (text: string) => text.toLowerCase().replaceAll(/[^a-z\d/]/g, "");
  return wanted.some((file) => tidy(address).endsWith(`/${tidy(file.replace(/\.md$/, ""))}`));
}

async function searchOurs(): Promise<string[][]> {
  const found: string[][] = [];
  for (const query of asked) {
    const url = `${base}/_search?q=${encodeURIComponent(query)}`;
    const answer = await fetch(url, { headers: { accept: "application/json" } });
    const { items } = (await answer.json()) as { items: { href: string }[] };
    found.push(items.slice(0, take).map(({ href }) => href.split("#", 1)[0] ?? ""));
  }
  return found;
}

function report(name: string, found: readonly (readonly string[])[]): void {
  const places = queries.map(([, ...wanted], at) =>
    (found[at] ?? []).findIndex((address) => answers(address, wanted)),
  );
  const hits = places.filter((at) => at >= 0);
  const first = places.filter((at) => at === 0).length;
  const mean = hits.reduce((sum, at) => sum + 1 / (at + 1), 0) / queries.length;
  console.log(
    `  ${name}: ${hits.length} in the first ${take}, ${first} first, mean of 1/place ${mean.toFixed(3)}`,
  );
  for (const [at, spot] of places.entries())
    if (spot < 0) console.log(`    not found: ${asked[at] ?? ""}`);
}
