import { sql } from "kysely";
import { pino } from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import { make, openDocsScene, type DocsScene } from "../../features/docs/docs.testing.ts";
import { createSites } from "../../features/portal/site.service.ts";
import { createStoredPages, type StoredPages } from "../../features/portal/stored-pages.ts";
import { startPortal } from "./portal-server.ts";

const publicUrl = "https://docs.example.com";
const log = pino({ level: "silent" });

let scene: DocsScene;
/** Below the portal. */
let base: string;

beforeEach(async () => {
  scene = await openDocsScene({ name: "Handbook" });
  base = `/${scene.organization.slug}/handbook`;
  const { id } = await make(scene, "folders", { name: "Guide" });
  await make(scene, "pages", { title: "Use", content: "Zebras.", parentFolderPublicId: id });
  await setVersion({ visibility: "public" });
  await publish(scene.versionId);
});

const asAdmin = (method: "POST" | "PATCH" | "DELETE", path: string, body?: object) =>
  scene.send(method, `/${scene.docId}${path}`, body, { key: scene.keys.admin });
const rowVersionOf = async (path: string) =>
  (await scene.send("GET", `/${scene.docId}${path}`)).body["rowVersion"];

async function setVersion(fields: object, versionId = scene.versionId): Promise<void> {
  const path = `/versions/${versionId}`;
  const changed = await asAdmin("PATCH", path, { ...fields, rowVersion: await rowVersionOf(path) });
  expect(changed.status, changed.text).toBe(200);
}

async function setDocumentation(fields: object): Promise<void> {
  const changed = await asAdmin("PATCH", "", { ...fields, rowVersion: await rowVersionOf("") });
  expect(changed.status, changed.text).toBe(200);
}

async function publish(versionId: string, status = "published"): Promise<void> {
  const { status: code, text } = await asAdmin("POST", `/versions/${versionId}/status`, { status });
  expect(code, text).toBe(200);
}

/** Publishes a copy of what is published, changed. */
async function publishChanged(change: (copy: DocsScene) => Promise<unknown>): Promise<void> {
  const { body } = await asAdmin("POST", "/versions", { fromVersionId: scene.versionId });
  const versionId = String(body["id"]);
  const inVersion: DocsScene["inVersion"] = (method, path, ...more) =>
    scene.send(method, `/${scene.docId}/versions/${versionId}${path}`, ...more);
  await change({ ...scene, versionId, inVersion });
  await publish(versionId);
  scene = { ...scene, versionId, inVersion };
}

interface Item {
  readonly id: string;
  readonly rowVersion: string;
  readonly children: readonly { readonly page: Item }[];
}

async function readGuide(copy: DocsScene): Promise<Item> {
  return (await copy.inVersion("GET", "/tree")).body["items"]?.[0]?.["folder"] as unknown as Item;
}

async function editPage(copy: DocsScene, content: string): Promise<void> {
  const id = (await readGuide(copy)).children[0]?.page.id;
  const { body } = await copy.inVersion("GET", `/pages/${id}`);
  const change = { title: "Use", content, rowVersion: body["rowVersion"] };
  const { status, text } = await copy.inVersion("PUT", `/pages/${id}`, change);
  expect(status, text).toBe(200);
}

interface Node {
  read(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Once all that it stores is stored. */
  close(): Promise<void>;
}

/** Another process, as far as the portal is concerned: nothing is in its memory yet. */
async function startNode(change = (pages: StoredPages): StoredPages => pages): Promise<Node> {
  const { platform } = scene.testApp.cells.eu;
  const sites = createSites(platform.database, platform.sealer);
  const storedPages = change(createStoredPages(platform));
  const regions = [{ region: "eu", sites, storedPages }];
  const portal = await startPortal({ host: "127.0.0.1", port: 0, publicUrl, regions, log });
  return {
    read: (path, headers = {}) =>
      fetch(`http://127.0.0.1:${portal.port}${base}${path}`, { redirect: "manual", headers }),
    async close() {
      await portal.close();
      await storedPages.close();
    },
  };
}

/** Reads at a node that starts for it. */
async function readAnew(path: string, headers?: Record<string, string>) {
  const node = await startNode();
  const response = await node.read(path, headers);
  const text = await response.text();
  await node.close();
  return { status: response.status, headers: response.headers, text };
}

const database = () => scene.testApp.cells.eu.platform.database();

/** What is stored is told from what is rendered. */
async function markStored(): Promise<void> {
  await (
    await database()
  )
    .updateTable("portalPage")
    .set({ etag: mark })
    .where("organizationId", "=", scene.organization.id)
    .execute();
}
const mark = '"stored"';

async function countStored(): Promise<number> {
  const rows = await (
    await database()
  )
    .selectFrom("portalPage")
    .select("address")
    .where("organizationId", "=", scene.organization.id)
    .execute();
  return rows.length;
}

describe("a page that was rendered", () => {
  it.each(["gzip", "br", "identity"])("is not again, by no node (%s)", async (coding) => {
    const headers = { "accept-encoding": coding };
    const rendered = await readAnew("/guide/use", headers);
    expect(rendered.headers.get("etag")).not.toBe(mark);
    await markStored();
    const stored = await readAnew("/guide/use", headers);
    expect([stored.status, stored.headers.get("etag")]).toEqual([200, mark]);
    expect(stored.text).toBe(rendered.text);
    const differing = new Set(["etag", "date"]);
    const others = ({ headers: all }: typeof stored) =>
      [...all].filter(([name]) => !differing.has(name));
    expect(others(stored)).toEqual(others(rendered));
    const held = await readAnew("/guide/use", { ...headers, "if-none-match": mark });
    expect([held.status, held.text]).toEqual([304, ""]);
  });

  it("is stored as Markdown beside HTML, and once however it is asked for", async () => {
    const ways = ["/guide/use", "//guide//use/", "/guide/us%65?x=1", "/v/1.0/guide/use"];
    for (const way of ways) expect((await readAnew(way)).status).toBe(200);
    expect((await readAnew("/guide/use", { accept: "application/json" })).status).toBe(200);
    expect(await countStored()).toBe(1);
    expect((await readAnew("/guide/use.md")).text).toBe("Zebras.");
    await markStored();
    const accepted = await readAnew("/guide/use", { accept: "text/markdown" });
    expect([accepted.text, accepted.headers.get("etag")]).toEqual(["Zebras.", mark]);
    expect(await countStored()).toBe(2);
  });

  it("is not shown once anything of it is another, by nodes that kept it and by new ones", async () => {
    const changes: [name: string, change: () => Promise<unknown>, status: number, shown: string][] =
      [
        ["text", () => publishChanged((copy) => editPage(copy, "Okapis.")), 200, "Okapis"],
        ["name", () => setDocumentation({ name: "Manual" }), 200, "Manual"],
        [
          "branding",
          () => setDocumentation({ branding: { logoUrl: null, primaryColor: "#123abc" } }),
          200,
          "_brand.css?c=123abc",
        ],
        [
          "another version beside it",
          async () => {
            const { body } = await asAdmin("POST", "/versions", { label: "2.0" });
            await setVersion({ visibility: "public" }, String(body["id"]));
            await publish(String(body["id"]));
            base = `${base}/v/1.0`;
          },
          200,
          "/v/1.0/guide/use",
        ],
        ["visibility", () => setVersion({ visibility: "internal" }), 404, ""],
        ["visibility again", () => setVersion({ visibility: "public" }), 200, "Okapis"],
        ["the portal", () => setDocumentation({ portalEnabled: false }), 404, ""],
        [
          "the portal, and its slug",
          async () => {
            await setDocumentation({ portalEnabled: true, slug: "manual" });
            base = base.replace("/handbook", "/manual");
          },
          200,
          "/manual/",
        ],
        [
          "where it is",
          () =>
            publishChanged(async (copy) => {
              const { id, rowVersion } = await readGuide(copy);
              await copy.inVersion("PATCH", `/folders/${id}`, { slug: "start", rowVersion });
            }),
          308,
          "",
        ],
        ["its version", () => publish(scene.versionId, "archived"), 404, ""],
      ];
    const node = await startNode();
    for (const [name, change, status, shown] of changes) {
      await (await node.read("/guide/use")).text();
      await readAnew("/guide/use");
      await markStored();
      await change();
      const anew = await readAnew("/guide/use");
      expect([name, anew.status], anew.text).toEqual([name, status]);
      expect([name, anew.headers.get("etag")]).not.toEqual([name, mark]);
      expect(anew.text).toContain(shown);
      for (;;) {
        const kept = await node.read("/guide/use");
        if (kept.status === status && (await kept.text()).includes(shown)) break;
      }
      expect((await node.read("/guide/use")).headers.get("etag")).not.toBe(mark);
    }
    await node.close();
  });

  it("is not shown by another node where it was stored late, after a change", async () => {
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const slow = await startNode((pages) => ({
      ...pages,
      keep: (place, page) => isReleased.then(() => pages.keep(place, page)),
    }));
    const before = await slow.read("/guide/use");
    expect(await before.text()).toContain("Zebras");
    await setDocumentation({ name: "Manual" });
    expect((await readAnew("/guide/use")).text).toContain("Manual");
    release();
    await slow.close();
    const after = await readAnew("/guide/use");
    expect(after.text).toContain("Manual");
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
    expect(await countStored()).toBe(1);
  });

  it("is not what another origin is shown", async () => {
    const sites = scene.testApp.cells.eu;
    const other = "https://other.example.com";
    await readAnew("/guide/use");
    const options = { host: "127.0.0.1", port: 0, publicUrl: other, regions: [sites], log };
    const portal = await startPortal(options);
    const text = await (await fetch(`http://127.0.0.1:${portal.port}${base}/guide/use`)).text();
    await portal.close();
    expect(text).toContain(`href="${other}${base}/guide/use"`);
    expect(text).not.toContain(publicUrl);
  });

  it("is served where it cannot be stored, and stored once it can be", async () => {
    const db = await database();
    await sql`create function refuse_page() returns trigger language plpgsql as $$
      begin raise exception 'no room'; end $$`.execute(db);
    await sql`create trigger refuse_page before insert on portal_page execute function refuse_page()`.execute(
      db,
    );
    try {
      expect((await readAnew("/guide/use")).text).toContain("Zebras");
      expect(await countStored()).toBe(0);
    } finally {
      await sql`drop function refuse_page cascade`.execute(db);
    }
    expect(scene.testApp.logged.some((line) => line.includes("could not be stored"))).toBe(true);
    await readAnew("/guide/use");
    expect(await countStored()).toBe(1);
  });

  it("goes with its version", async () => {
    await readAnew("/guide/use");
    expect(await countStored()).toBe(1);
    expect((await asAdmin("DELETE", "")).status).toBe(204);
    expect(await countStored()).toBe(0);
  });
});

describe("nothing is stored", () => {
  it("of what is no page, whatever is asked for", async () => {
    const node = await startNode();
    const paths = [
      "",
      "/guide",
      "/none",
      "/guide/none",
      "/guide/use/below",
      "/guide/use.md.md",
      "/guide/use%0A",
      "/guide/use%00",
      "/%27%20or%201=1",
      `/${"x".repeat(8000)}`,
      "/_search?q=zebras",
      "/_brand.css",
      "/_assets/none.png",
      "/llms.txt",
      "/sitemap.xml",
      "/v/none/guide/use",
    ];
    for (const path of paths) await (await node.read(path)).text();
    await node.close();
    expect(await countStored()).toBe(0);
  });

  it("of previews, which are shown nothing that is stored", async () => {
    const { body: copied } = await asAdmin("POST", "/versions", { fromVersionId: scene.versionId });
    const { body } = await asAdmin("POST", `/versions/${String(copied["id"])}/preview`);
    const query = String(body["path"]).split("?")[1] ?? "";
    const node = await startNode();
    const begun = await node.read(`/?${query}`);
    const [cookie = ""] = String(begun.headers.get("set-cookie")).split(";");
    const shown = await node.read("/guide/use", { cookie });
    expect(await shown.text()).toContain("A preview");
    expect(await countStored()).toBe(0);
    await (await node.read("/guide/use")).text();
    await markStored();
    const again = await node.read("/guide/use", { cookie });
    expect(again.headers.get("cache-control")).toBe("private, no-store");
    expect(again.headers.get("etag")).not.toBe(mark);
    await node.close();
    const open = await readAnew("/guide/use");
    expect(open.text).not.toContain("A preview");
  });
});
