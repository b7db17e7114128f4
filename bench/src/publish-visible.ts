import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { addressOf, callProduct, publishDocs, toFiles, type MadeDocs } from "./docs-scene.ts";
import { makeEmbeddedPlace, makeServerPlace, type Place } from "./engines.ts";
import { startInstallation, type Installation } from "./installation.ts";
import { makePages } from "./markdown-pages.ts";
import { seedCallers, type Caller } from "./seed.ts";

const help = `Measures how long readers wait for a change: from the call that publishes a changed page, or saves it in
a draft, until the portal shows it to an anonymous reader, or in the preview. The page is requested
repeatedly without a pause.

  npm run publish-visible -- [server|nodes|embedded]   all unless said otherwise
  ROUNDS=50

nodes: published at one node and read at another, both on PostgreSQL. Bar: p95 at most 200 ms, printed
and not asserted. Needs PostgreSQL (LINTEL_BENCH_DATABASE) except for embedded.
`;

const { values, positionals } = parseArgs({
  options: { help: { type: "boolean", short: "h" } },
  allowPositionals: true,
});
if (values.help === true) {
  console.log(help);
  process.exit(0);
}
const rounds = Number(process.env["ROUNDS"] ?? 50);
const pageCount = 50;

/** Since the call was sent, and since its response. */
interface Wait {
  readonly sent: number;
  readonly answered: number;
}

const setups: Readonly<Record<string, () => Promise<void>>> = {
  embedded: async () => {
    await using place = await makeEmbeddedPlace();
    await measure("embedded, one node", place, 1);
  },
  server: async () => {
    await using place = await makeServerPlace("publish");
    await measure("PostgreSQL, one node", place, 1);
  },
  nodes: async () => {
    await using place = await makeServerPlace("publish_nodes");
    await measure("PostgreSQL, written at one node and read at the other", place, 2);
  },
};
for (const [name, run] of Object.entries(setups))
  if (positionals.length === 0 || positionals.includes(name)) await run();

async function measure(name: string, place: Place, nodes: 1 | 2): Promise<void> {
  const [caller] = await seedCallers(place.location, 1, 1, 1, "admin");
  if (caller === undefined) throw new Error("No caller was made.");
  const settings = settingsOf(place, nodes);
  await using writer = await startInstallation(settings);
  await using other = nodes === 2 ? await startInstallation(settings) : null;
  const reader = other ?? writer;
  const files = toFiles(makePages(pageCount));
  const made = await publishDocs(writer.url, caller, "Guide", files);
  const scene = { caller, writer, reader, made };
  const published: Wait[] = [];
  const previewed: Wait[] = [];
  let { versionId } = made;
  for (let round = -3; round < rounds; round += 1) {
    const draft = await copyVersion(scene, versionId);
    versionId = draft;
    const inPreview = await savePage(scene, draft, `Word${round + 3}p`);
    const shown = await publish(scene, draft, `Word${round + 3}p`);
    if (round < 0) continue;
    previewed.push(inPreview);
    published.push(shown);
  }
  console.log(`${name}, ${pageCount} pages, ${rounds} rounds`);
  describe("publish → visible to an anonymous reader", published);
  describe("save → visible in the preview", previewed);
}

/** Nodes of one region share its database and its master key; each has its own data folder. */
function settingsOf({ settings }: Place, nodes: number): Record<string, string> {
  const usual = { LINTEL_RATE_LIMIT: "100000" };
  if (nodes === 1) return { ...usual, ...settings };
  const { LINTEL_DATA: _, ...database } = settings;
  return { ...usual, ...database, LINTEL_MASTER_KEY: randomBytes(32).toString("hex") };
}

interface Scene {
  readonly caller: Caller;
  readonly writer: Installation;
  readonly reader: Installation;
  readonly made: MadeDocs;
}

function versionsOf({ caller, made }: Scene): string {
  return `/api/projects/${caller.projectId}/docs/${made.docId}/versions`;
}

async function copyVersion(scene: Scene, fromVersionId: string): Promise<string> {
  const { caller, writer } = scene;
  const body = { fromVersionId };
  const draft = await callProduct<{ id: string }>(
    writer.url,
    caller,
    "POST",
    versionsOf(scene),
    body,
  );
  return draft.id;
}

interface Item {
  readonly page: { readonly id: string; readonly title: string } | null;
  readonly folder: { readonly children: readonly Item[] } | null;
}

/** Changes the first page of a draft, which a member has open by a signed link. */
async function savePage(scene: Scene, draft: string, word: string): Promise<Wait> {
  const { caller, writer, reader } = scene;
  const version = `${versionsOf(scene)}/${draft}`;
  const call = <Answer>(method: "GET" | "POST" | "PUT", path: string, body?: unknown) =>
    callProduct<Answer>(writer.url, caller, method, `${version}${path}`, body);
  const { items } = await call<{ items: Item[] }>("GET", "/tree");
  const id = items[0]?.folder?.children[0]?.page?.id ?? "";
  const page = await call<Record<"title" | "content" | "rowVersion", string>>(
    "GET",
    `/pages/${id}`,
  );
  const { path } = await call<{ path: string }>("POST", "/preview");
  const opened = await fetch(`${reader.portalUrl}${path}`, { redirect: "manual" });
  const [cookie = ""] = (opened.headers.get("set-cookie") ?? "").split(";");
  const content = `${word}\n\n${page.content.replace(/^Word\d+p\n\n/, "")}`;
  const { title, rowVersion } = page;
  const shown = `${reader.portalUrl}${opened.headers.get("location") ?? ""}${addressOf(0)}`;
  return waitFor(shown, { cookie }, word, () =>
    call("PUT", `/pages/${id}`, { title, content, rowVersion }),
  );
}

async function publish(scene: Scene, draft: string, word: string): Promise<Wait> {
  const { caller, writer, reader, made } = scene;
  const url = `${reader.portalUrl}${made.path}${addressOf(0)}`;
  return waitFor(url, {}, word, () =>
    callProduct(writer.url, caller, "POST", `${versionsOf(scene)}/${draft}/status`, {
      status: "published",
    }),
  );
}

/** Also requests the page during the call, so that caches are as fresh as for a reader. */
async function waitFor(
  url: string,
  headers: Record<string, string>,
  word: string,
  call: () => Promise<unknown>,
): Promise<Wait> {
  await readText(url, headers);
  const began = performance.now();
  let answered = began;
  const calling = call().then(() => {
    answered = performance.now();
  });
  for (;;) {
    const text = await readText(url, headers);
    const now = performance.now();
    if (text.includes(word)) {
      await calling;
      return { sent: now - began, answered: Math.max(0, now - answered) };
    }
    if (now - began > 10_000) throw new Error(`${url} does not show ${word}.`);
  }
}

async function readText(url: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  return text;
}

function describe(name: string, waits: readonly Wait[]): void {
  const show = (pick: (wait: Wait) => number) => {
    const sorted = waits.map(pick).toSorted((left, right) => left - right);
    const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
    return `p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, most ${at(1).toFixed(0)} ms`;
  };
  console.log(
    `  ${name}: ${show(({ answered }) => answered)} since the call was answered; ${show(({ sent }) => sent)} since it was sent (p95 at most 200 ms is the bar)`,
  );
}
