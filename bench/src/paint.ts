import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { openBrowser, slow4g, visit, type Network, type Visit } from "./browser.ts";
import {
  addressOf,
  callProduct,
  makePublic,
  publishDocs,
  pushDocs,
  toFiles,
} from "./docs-scene.ts";
import { makeEmbeddedPlace } from "./engines.ts";
import { growReference } from "./grow-reference.ts";
import { startInstallation } from "./installation.ts";
import { makePages } from "./markdown-pages.ts";
import { copyPortal } from "./portal-copy.ts";
import { seedCallers } from "./seed.ts";
import { buildStarlight } from "./starlight-site.ts";
import { hostSite, type SiteFiles, type StaticHost } from "./static-host.ts";
import { describeValues, median } from "./statistics.ts";

const help = `Measures how soon a reader sees a page, in Chromium with a four times slower processor: pages of the portal
against Starlight with the same files, and an operation of a large reference against Redoc with the same
document. A page of one line shows the minimum of the browser. All pages are sent from memory, compressed;
nothing is cached.

  npm run paint -- [pages|reference]    both unless said otherwise
  ROUNDS=5                              rounds, each over ten pages, or one of the reference
  OPERATIONS=1200                       of the reference

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
const rounds = Number(process.env["ROUNDS"] ?? 5);
const operations = Number(process.env["OPERATIONS"] ?? 1200);
const pageCount = 200;
const pagesEach = 10;

/** The minimum time of a browser for any page. */
const oneLine: SiteFiles = new Map([
  [
    "/",
    {
      headers: { "content-type": "text/html; charset=utf-8" },
      body: Buffer.from('<!doctype html><html lang="en"><title>A line</title><p>A line of text.'),
    },
  ],
]);

/** The addresses of the same pages on one side, in the same order. */
interface Side {
  readonly name: string;
  readonly host: StaticHost;
  readonly paths: readonly string[];
}

await using place = await makeEmbeddedPlace();
const [caller] = await seedCallers(place.location, 1, 1, 1, "admin");
if (caller === undefined) throw new Error("No caller was made.");
await using product = await startInstallation({ LINTEL_RATE_LIMIT: "100000", ...place.settings });
await using browser = await openBrowser();
if (positionals.length === 0 || positionals.includes("pages")) await measurePages(browser);
if (positionals.length === 0 || positionals.includes("reference")) await measureReference(browser);

async function measurePages(on: Browser): Promise<void> {
  const files = toFiles(makePages(pageCount));
  const by = caller ?? fail();
  const { path } = await publishDocs(product.url, by, "Guide", files);
  const visited = Array.from({ length: pagesEach }, (_, at) => addressOf((at * pageCount) / 10));
  const paths = visited.map((page) => `${path}${page}`);
  await using ours = await hostSite(await copyPortal(product.portalUrl, paths));
  await using theirs = await hostSite(buildStarlight(files));
  await using floor = await hostSite(oneLine);
  const sides = [
    { name: "Lintel", host: ours, paths },
    { name: "Starlight", host: theirs, paths: visited.map((page) => `${page}/`) },
    { name: "A page of one line", host: floor, paths: visited.map(() => "/") },
  ] as const;
  console.log(`Pages of a documentation of ${pageCount}`);
  await compare(on, sides, { rounds, bar: 0.65 });
  await compare(on, sides, { rounds: 1, network: slow4g });
}

async function measureReference(on: Browser): Promise<void> {
  const document = JSON.stringify(growReference(operations));
  const paths = await publishReference(document);
  await using ours = await hostSite(await copyPortal(product.portalUrl, paths));
  await using theirs = await hostSite(await writeRedoc(document));
  await using floor = await hostSite(oneLine);
  const sides = [
    { name: "Lintel, an operation", host: ours, paths },
    { name: "Redoc", host: theirs, paths: paths.map(() => "/") },
    { name: "A page of one line", host: floor, paths: paths.map(() => "/") },
  ] as const;
  const size = `${(document.length / 1e6).toFixed(2)} MB`;
  console.log(`A reference of ${operations} operations, ${size}`);
  await compare(on, sides, { rounds, bar: 0.15 });
  await compare(on, sides, { rounds: 1, network: slow4g });
}

/** The address of an operation in the middle of it, as the sitemap of the group's page has it. */
async function publishReference(document: string): Promise<string[]> {
  const by = caller ?? fail();
  const { spec } = await callProduct<{ spec: { id: string } }>(
    product.url,
    by,
    "POST",
    `/api/projects/${by.projectId}/specs/import`,
    { text: document },
  );
  const made = await pushDocs(product.url, by, "Shop", []);
  const version = `/api/projects/${by.projectId}/docs/${made.docId}/versions/${made.versionId}`;
  await callProduct(product.url, by, "POST", `${version}/references`, {
    specId: spec.id,
    slug: "api",
  });
  await makePublic(product.url, by, made);
  const base = `${made.path}/api`;
  const overview = await (await fetch(`${product.portalUrl}${base}`)).text();
  const links = Array.from(overview.matchAll(/href="([^"#]*)"/g), ([, href = ""]) => href);
  const group = links.find((href) => href.startsWith(`${base}/`)) ?? base;
  const inside = await (await fetch(`${product.portalUrl}${group}`)).text();
  const found = Array.from(inside.matchAll(/href="([^"#]*\/operations\/[^"#.]*)"/g), ([, a]) => a);
  return [found[Math.floor(found.length / 2)] ?? fail()];
}

async function writeRedoc(document: string): Promise<SiteFiles> {
  const script = await readFile(new URL(import.meta.resolve("redoc/bundles/redoc.standalone.js")));
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title></head>
<body>
<redoc spec-url="/openapi.json"></redoc>
<script type="module" src="/redoc.standalone.js"></script>
</body>
</html>`;
  const file = (type: string, body: Uint8Array) => ({ headers: { "content-type": type }, body });
  return new Map([
    ["/", file("text/html; charset=utf-8", Buffer.from(html))],
    ["/openapi.json", file("application/json", Buffer.from(document))],
    ["/redoc.standalone.js", file("text/javascript", script)],
  ]);
}

/** Measures Lintel's pages against those of the peer, and both against the floor. */
async function compare(
  on: Browser,
  sides: readonly [Side, Side, Side],
  options: { readonly rounds: number; readonly bar?: number; readonly network?: Network },
): Promise<void> {
  const { network } = options;
  const throttling = network === undefined ? {} : { network };
  const seen: [Visit[], Visit[], Visit[]] = [[], [], []];
  const sent = [0, 0, 0];
  // The first round warms up the browser.
  for (let round = -1; round < options.rounds; round += 1) {
    for (let page = 0; page < sides[0].paths.length; page += 1) {
      for (const at of (round + page) % 2 === 0 ? [0, 1, 2] : [2, 1, 0]) {
        const { host, paths } = sides[at] ?? fail();
        const before = host.readSentBytes();
        const made = await visit(on, `${host.url}${paths[page] ?? ""}`, throttling);
        if (round < 0) continue;
        seen[at]?.push(made);
        sent[at] = Math.max(sent[at] ?? 0, host.readSentBytes() - before);
      }
    }
  }
  const pace = network === undefined ? "network as it is" : "as on slow 4G";
  console.log(`  ${pace}, ${options.rounds} rounds, ${seen[0].length} visits a side`);
  for (const [at, { name }] of sides.entries()) describe(name, seen[at] ?? [], sent[at] ?? 0);
  const firsts = seen[0].map(({ first }, at) => first / (seen[1][at]?.first ?? Number.NaN));
  console.log(`    ratio of first paints: ${describeValues(firsts, "×")} (at most 1 × is the bar)`);
  const ratios = seen[0].map(({ paint }, at) => paint / (seen[1][at]?.paint ?? Number.NaN));
  const [ours = 0, theirs = 0, floor = 0] = seen.map((visits) =>
    median(visits.map(({ paint }) => paint)),
  );
  const ofMedians = (ours / theirs).toFixed(2);
  const aboveFloor = ((ours - floor) / (theirs - floor)).toFixed(2);
  const bar = options.bar === undefined ? "" : ` (at most ${options.bar} × is the bar)`;
  console.log(
    `    ratio of largest paints: ${describeValues(ratios, "×")}, of medians ${ofMedians}${bar}; beyond the page of one line ${aboveFloor}`,
  );
}

function describe(name: string, visits: readonly Visit[], sent: number): void {
  const paint = describeValues(
    visits.map((one) => one.paint),
    "ms",
  );
  const first = describeValues(
    visits.map((one) => one.first),
    "ms",
  );
  const most = (pick: (one: Visit) => number) => Math.max(...visits.map(pick));
  const blocking = describeValues(
    visits.map((one) => one.blocking),
    "ms",
  );
  console.log(
    `    ${name}: first paint ${first}, largest paint ${paint}, blocking ${blocking}, shift at most ${most((one) => one.shift).toFixed(4)}, at most ${most((one) => one.nodes)} nodes and ${(sent / 1024).toFixed(1)} KiB`,
  );
}

function fail(): never {
  throw new Error("A page of the bench is missing.");
}
