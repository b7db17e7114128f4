import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pino } from "pino";
import { make, openDocsScene, type DocsScene } from "../../features/docs/docs.testing.ts";
import { request } from "../../testing/request.ts";
import { startPortal, type PortalServer } from "./portal-server.ts";

let scene: DocsScene;
let portal: PortalServer;
let base: string;

beforeAll(async () => {
  scene = await openDocsScene({ name: "Handbook" });
  const regions = Object.values(scene.testApp.cells);
  const log = pino({ level: "silent" });
  portal = await startPortal({ host: "127.0.0.1", port: 0, publicUrl: null, regions, log });
  const guide = await make(scene, "folders", { name: "Guide" });
  const parentFolderPublicId = guide.id;
  await make(scene, "pages", {
    title: "Install <it>",
    content: "Read [the next](use.md#first) and [nothing](gone.md).\n\n## First steps\n\nText.",
    parentFolderPublicId,
  });
  await make(scene, "pages", {
    title: "Use",
    content: "# Use\n\n## First\n\nZebras <script>alert(1)</script> **are** `code`.",
    parentFolderPublicId,
  });
  const api = await make(scene, "folders", { name: "API", isSection: true });
  await make(scene, "pages", { title: "Calls", parentFolderPublicId: api.id });
  base = `${portal.address}/${scene.organization.slug}/handbook`;
});

afterAll(() => portal.close());

const setVersion = async (fields: object) => {
  const path = `/${scene.docId}/versions/${scene.versionId}`;
  const { rowVersion } = (await scene.send("GET", path)).body;
  return scene.send("PATCH", path, { ...fields, rowVersion }, { key: scene.keys.admin });
};
const setStatus = (status: string, versionId = scene.versionId) =>
  scene.send(
    "POST",
    `/${scene.docId}/versions/${versionId}/status`,
    { status },
    { key: scene.keys.admin },
  );

/** Repeats a request until the answer is as expected: readers see a change after a moment. */
async function readUntil(
  path: string,
  isWanted: (response: Response) => boolean,
): Promise<Response> {
  for (;;) {
    const response = await fetch(`${base}${path}`, { redirect: "manual" });
    if (isWanted(response)) return response;
    await response.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("the portal", () => {
  it("shows nothing that is not published and public", async () => {
    const draft = await fetch(base);
    expect(draft.status).toBe(404);
    expect(await draft.text()).not.toContain("Handbook");
    await setStatus("published");
    expect((await fetch(`${base}/guide/use`)).status).toBe(404);
    expect((await fetch(`${portal.address}/nobody/nothing`)).status).toBe(404);
    expect((await fetch(`${portal.address}/us/${scene.organization.slug}/handbook`)).status).toBe(
      404,
    );
  });

  it("shows a public version at once, beginning with its first page", async () => {
    await setVersion({ visibility: "public" });
    const start = await readUntil("", ({ status }) => status === 307);
    expect(start.headers.get("location")).toBe(
      `/${scene.organization.slug}/handbook/guide/install-it`,
    );
    const folder = await fetch(`${base}/guide`, { redirect: "manual" });
    expect(folder.headers.get("location")).toMatch(/\/guide\/install-it$/);
  });

  it("serves a complete page with navigation, without inline scripts or styles", async () => {
    const response = await fetch(`${base}/guide/install-it`);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain("<h1>Install &lt;it&gt;</h1>");
    expect(text).toContain(`href="/${scene.organization.slug}/handbook/guide/use#first"`);
    expect(text).toContain('<h2 id="lm-on-this-page">');
    expect(text).toContain('aria-current="page"');
    expect(text).toMatch(/rel="next" href="[^"]*\/guide\/use"/);
    expect(text).toContain(">Docs</a>");
    expect(text).not.toMatch(/<style|<script(?![^>]* src=)| style=| on\w+=/);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("content-security-policy")).not.toContain("unsafe");
  });

  it("removes active content that users wrote", async () => {
    const text = await (await fetch(`${base}/guide/use`)).text();
    expect(text).toContain("Zebras");
    expect(text).not.toContain("alert(1)");
    // The page has its own heading, and gets no second one.
    expect(text.match(/<h1/g)).toHaveLength(1);
  });

  it("answers 304 to readers who have a page, until something changes", async () => {
    const first = await fetch(`${base}/guide/use`, { headers: { "accept-encoding": "br" } });
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("content-encoding")).toBe("br");
    expect(first.headers.get("cache-control")).toBe("public, no-cache");
    const again = await fetch(`${base}/guide/use`, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    const plain = await fetch(`${base}/guide/use`, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
  });

  it("sends the same content in every coding, generated or cached", async () => {
    const page = `${base}/guide/install-it`;
    const [, style = ""] =
      /rel="stylesheet" href="([^"]+)"/.exec(await (await fetch(page)).text()) ?? [];
    for (const url of [page, `${portal.address}${style}`]) {
      const seen = new Set<string>();
      for (const coding of ["gzip", "br", "identity", "gzip", "br", "identity"]) {
        const response = await fetch(url, { headers: { "accept-encoding": coding } });
        const named = coding === "identity" ? null : coding;
        expect(response.headers.get("content-encoding")).toBe(named);
        expect(response.headers.get("vary")).toContain("accept-encoding");
        seen.add(await response.text());
        const head = await fetch(url, { method: "HEAD", headers: { "accept-encoding": coding } });
        const length = response.headers.get("content-length");
        expect([head.headers.get("content-length"), await head.text()]).toEqual([length, ""]);
      }
      expect(seen.size).toBe(1);
    }
    const weak = `W/${(await fetch(page)).headers.get("etag") ?? ""}`;
    const held = await fetch(page, { headers: { "if-none-match": `"other", ${weak}` } });
    expect([held.status, await held.text()]).toEqual([304, ""]);
    expect(held.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("serves pages as Markdown, and texts for machines", async () => {
    const markdown = await fetch(`${base}/guide/use.md`);
    expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(await markdown.text()).toMatch(/^# Use/);
    const accepted = await fetch(`${base}/guide/use`, { headers: { accept: "text/markdown" } });
    expect(await accepted.text()).toMatch(/^# Use/);
    const index = await (await fetch(`${base}/llms.txt`)).text();
    expect(index).toContain(`- [Use](${base}/guide/use.md)`);
    expect(await (await fetch(`${base}/llms-full.txt`)).text()).toContain("Zebras");
    expect(await (await fetch(`${base}/sitemap.xml`)).text()).toContain(
      `<loc>${base}/guide/use</loc>`,
    );
    expect(await (await fetch(`${base}/feed.xml`)).text()).toContain("<title>Use</title>");
  });

  it("lists public documentations, by organization and for one", async () => {
    const { slug } = scene.organization;
    const all = await (await fetch(`${portal.address}/`)).text();
    expect(all).toContain(`<a href="/${slug}/handbook">Handbook</a>`);
    const own = await fetch(`${portal.address}/${slug}`);
    const listed = await own.text();
    expect([own.status, listed]).toEqual([
      200,
      expect.stringContaining(`<a href="/${slug}/handbook">Handbook</a>`),
    ]);
    expect(listed).toMatch(
      /<small>Version 1\.0, published <time datetime="(\d{4}-\d\d-\d\d)">\1<\/time><\/small>/,
    );
    expect((await fetch(`${portal.address}/nobody`)).status).toBe(404);
    expect((await fetch(`${portal.address}/us/${slug}`)).status).toBe(404);
    const hidden = await openDocsScene({ name: "Secret" });
    expect((await fetch(`${portal.address}/${hidden.organization.slug}`)).status).toBe(404);
    expect(await (await fetch(`${portal.address}/`)).text()).not.toContain("Secret");
    const robots = await (await fetch(`${portal.address}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${portal.address}/sitemap.xml`);
    expect(await (await fetch(`${portal.address}/sitemap.xml`)).text()).toContain(
      `<loc>${base}/sitemap.xml</loc>`,
    );
  });

  it("shows header, search and a link to the start for a missing page", async () => {
    const headers = { accept: "text/html,*/*" };
    for (const path of ["/guide/none", "/v/9.9/guide/use"]) {
      const missing = await fetch(`${base}${path}`, { headers });
      const text = await missing.text();
      expect([path, missing.status, missing.headers.get("cache-control")]).toEqual([
        path,
        404,
        "no-store",
      ]);
      expect(text).toContain('<meta name="robots" content="noindex" />');
      expect(text).toContain("data-search-open");
      expect(text).toContain(`<a href="${new URL(base).pathname}/guide/install-it">`);
      expect(text).toMatch(/<form class="search-form" action="[^"]*\/_search"/);
    }
    const elsewhere = await fetch(`${portal.address}/nobody/nothing/x`, {
      headers: { accept: "*/*" },
    });
    expect([elsewhere.status, await elsewhere.text()]).toEqual([
      404,
      expect.stringContaining('<a href="/">All documentation</a>'),
    ]);
  });

  it("counts whether a page was helpful, without data about the reader", async () => {
    const page = await (await fetch(`${base}/guide/use`)).text();
    const [, action = ""] = /formaction="([^"]*answer=yes)"/.exec(page) ?? [];
    const path = action.replaceAll("&amp;", "&");
    const vote = (address: string) =>
      fetch(`${portal.address}${address}`, { method: "POST", redirect: "manual" });
    const voted = await vote(path);
    expect([voted.status, voted.headers.get("set-cookie")]).toEqual([303, null]);
    expect(voted.headers.get("location")).toMatch(/\/guide\/use#lm-helpful$/);
    await vote(path);
    await vote(path.replace("answer=yes", "answer=no"));
    for (const refused of ["answer=maybe", "answer="])
      expect((await vote(path.replace("answer=yes", refused))).status).toBe(404);
    expect((await vote(path.replace("page=guide%2Fuse", "page=guide%2Fnone"))).status).toBe(404);
    expect((await fetch(`${portal.address}${path}`)).status).toBe(404);
    const { body } = await scene.send("GET", `/${scene.docId}/feedback`);
    expect(body).toEqual({
      items: [{ path: "guide/use", helpful: 2, notHelpful: 1 }],
      totalCount: 1,
      skip: 0,
      take: 50,
    });
  });

  it("finds pages by words of any form, titles before bodies", async () => {
    const search = async (query: string) => {
      const headers = { accept: "application/json" };
      const response = await fetch(`${base}/_search?q=${encodeURIComponent(query)}`, { headers });
      return (
        (await response.json()) as { items: { title: string; href: string; excerpt: string }[] }
      ).items;
    };
    expect((await search("zeb")).map(({ title }) => title)).toEqual(["Use"]);
    expect((await search("zebra"))[0]?.excerpt).toContain("\uE000");
    expect((await search("use"))[0]?.title).toBe("Use");
    // Not every word must match, and a word with one wrong letter is found; the result is a section.
    for (const query of ["how to find a zebra", "zebars", "zebra unicorn"])
      expect([query, (await search(query))[0]?.href]).toEqual([
        query,
        `/${scene.organization.slug}/handbook/guide/use#first`,
      ]);
    expect(await search("'); drop table doc_page; --")).toEqual([]);
    expect(await search("!!! &&& :*")).toEqual([]);
    const page = await (await fetch(`${base}/_search?q=%3Cb%3E`)).text();
    expect(page).toContain("“&lt;b&gt;”. Try other words, or part of a word.");
  });

  it("refuses methods that do not read, and unknown paths", async () => {
    expect((await fetch(`${base}/guide/use`, { method: "POST" })).status).toBe(405);
    for (const path of [
      "/guide/none",
      "/%2e%2e/x",
      "/guide%2Fuse",
      "/%FF",
      "/_assets/x.png",
      "/_brand.css",
    ])
      expect([path, (await fetch(`${base}${path}`)).status]).toEqual([path, 404]);
  });

  it("shows a draft only to readers with its link", async () => {
    const copied = await scene.send("POST", `/${scene.docId}/versions`, { label: "next" });
    const path = `/${scene.docId}/versions/${String(copied.body["id"])}`;
    await scene.send("POST", `${path}/pages`, { title: "Secret plan" });
    const preview = await scene.send("POST", `${path}/preview`);
    const { viewer } = scene.keys;
    const refused = await scene.send("POST", `${path}/preview`, undefined, { key: viewer });
    expect(refused.status).toBe(403);
    const began = await fetch(`${portal.address}${String(preview.body["path"])}`, {
      redirect: "manual",
    });
    expect(began.status).toBe(303);
    expect(began.headers.get("location")).not.toContain("preview");
    const inFolder = String(preview.body["path"]).replace("?", "/secret-plan?");
    const slashed = await fetch(`${portal.address}/${inFolder}`, { redirect: "manual" });
    expect(slashed.headers.get("location")).toBe(new URL(`${base}/secret-plan`).pathname);
    const added = `${String(preview.body["path"])}${encodeURIComponent("; Domain=example.com")}`;
    expect((await fetch(`${portal.address}${added}`, { redirect: "manual" })).status).toBe(404);
    const [cookie = ""] = (began.headers.get("set-cookie") ?? "").split(";");
    expect(began.headers.get("set-cookie")).toContain("HttpOnly");
    const shown = await fetch(`${base}/secret-plan`, { headers: { cookie } });
    expect(shown.status).toBe(200);
    expect(shown.headers.get("cache-control")).toBe("private, no-store");
    expect(await shown.text()).toContain("A preview");
    expect((await fetch(`${base}/secret-plan`)).status).toBe(404);
    for (const forged of [
      cookie.slice(0, -8),
      `${cookie.slice(0, -8)}AAAAAAAA`,
      "lintel_preview=abc",
      "lintel_preview=",
    ])
      expect((await fetch(`${base}/secret-plan`, { headers: { cookie: forged } })).status).toBe(
        404,
      );
  });

  it("shows the attached reference of a specification, page by page", async () => {
    const own = await openDocsScene({ name: "Shop" });
    const text = JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Books <b>", version: "1.0.0" },
      paths: {
        "/books/{id}": {
          get: {
            tags: ["Books"],
            operationId: "getBook",
            summary: "Read a book",
            description: "It **is** one. <script>alert(1)</script>",
            parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
            responses: { 200: { description: "Fine" } },
          },
        },
      },
    });
    const imported = await request(own.testApp, {
      method: "POST",
      path: `/api/projects/${own.projectId}/specs/import`,
      key: own.keys.owner,
      body: { text },
    });
    const specId = imported.body["spec"]?.["id"];
    await request(own.testApp, {
      method: "POST",
      path: `/api/projects/${own.projectId}/specs/${String(specId)}/versions/${String(imported.body["version"]?.["id"])}/folders`,
      key: own.keys.owner,
      body: { name: "Books", description: "Described by its *folder*." },
    });
    expect((await own.inVersion("POST", "/references", { specId, slug: "api" })).status).toBe(201);
    await make(own, "pages", { title: "Start", content: "Here." });
    const path = `/${own.docId}/versions/${own.versionId}`;
    const { rowVersion } = (await own.send("GET", path)).body;
    const { admin: key } = own.keys;
    await own.send("PATCH", path, { visibility: "public", rowVersion }, { key });
    await own.send("POST", `${path}/status`, { status: "published" }, { key });
    const site = `${portal.address}/${own.organization.slug}/shop`;
    expect(await (await fetch(`${site}/api`)).text()).toContain("<h1>Books &lt;b&gt;</h1>");
    const operation = await fetch(`${site}/api/operations/get-book`);
    const shown = await operation.text();
    expect(shown).toContain("<h1>Read a book</h1>");
    expect(shown).toContain("<strong>is</strong>");
    expect(shown).not.toContain("<script>alert");
    expect(shown).toMatch(/aria-current="page"[^>]*>.*Read a book/s);
    expect(shown).not.toMatch(/<style|<script(?![^>]* src=)| style=/);
    const markdown = await fetch(`${site}/api/operations/get-book.md`);
    expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(await markdown.text()).toContain("/books/{id}");
    expect((await fetch(`${site}/api/operations/none`)).status).toBe(404);
    const group = await (await fetch(`${site}/api/tags/books`)).text();
    expect(group).toContain("Described by its <em>folder</em>.");
    expect(shown).toMatch(/<a class="back" href="[^"]*\/start">Back to the guides<\/a>/);
    // Machines get every page of the reference.
    const sitemap = await (await fetch(`${site}/sitemap.xml`)).text();
    for (const below of ["/start", "/api", "/api/operations/get-book", "/api/tags/books"])
      expect(sitemap).toContain(`<loc>${site}${below}</loc>`);
    const index = await (await fetch(`${site}/llms.txt`)).text();
    expect(index).toMatch(/^## Books <b>$/m);
    expect(index).toContain(`- [Read a book](${site}/api/operations/get-book.md): GET /books/{id}`);
    const whole = await fetch(`${site}/llms-full.txt`);
    const etag = whole.headers.get("etag") ?? "";
    const written = await whole.text();
    expect(written).toContain(`<!-- ${site}/start -->\n# Start\n\nHere.`);
    expect(written).toContain(`<!-- ${site}/api/operations/get-book -->\n# Read a book`);
    for (const coding of ["br", "gzip", "identity"]) {
      const coded = await fetch(`${site}/llms-full.txt`, {
        headers: { "accept-encoding": coding },
      });
      expect([coding, await coded.text()]).toEqual([coding, written]);
    }
    const held = await fetch(`${site}/llms-full.txt`, { headers: { "if-none-match": etag } });
    expect(held.status).toBe(304);
    const found = await fetch(`${site}/_search?q=getbook`, {
      headers: { accept: "application/json" },
    });
    expect(await found.json()).toMatchObject({
      items: [
        {
          title: "Read a book",
          href: `/${own.organization.slug}/shop/api/operations/get-book`,
          trail: "Books <b>",
        },
      ],
    });
  });

  it("redirects from the old address of a page", async () => {
    const copied = await scene.send("POST", `/${scene.docId}/versions`, {
      fromVersionId: scene.versionId,
    });
    const versionId = String(copied.body["id"]);
    const path = `/${scene.docId}/versions/${versionId}`;
    const tree = (await scene.send("GET", `${path}/tree`)).body;
    const guide = tree["items"]?.[0]?.["folder"];
    const folder = `${path}/folders/${String(guide?.["id"])}`;
    const change = { name: "Start", slug: "start", rowVersion: guide?.["rowVersion"] };
    expect((await scene.send("PATCH", folder, change)).status).toBe(200);
    expect((await setStatus("published", versionId)).status).toBe(200);
    const moved = await readUntil("/guide/use", ({ status }) => status === 308);
    expect(moved.headers.get("location")).toMatch(/\/start\/use$/);
    expect((await fetch(`${base}/start/use`)).status).toBe(200);
  });
});
