import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { request } from "../../testing/request.ts";
import { make, openDocsScene, readPage, readPaths, type DocsScene } from "./docs.testing.ts";
import { pull, push, toFiles, type Files } from "./sync.testing.ts";

let scene: DocsScene;

beforeEach(async () => {
  scene = await openDocsScene();
});

const guide: Files = {
  "index.md": "# Welcome\n",
  "guide/_folder.yml": "# Settings\ntitle: The guide\nicon: book\nsection: true\n",
  "guide/02-use.md": "---\ntitle: Using it # short\nslug: usage\nicon: hammer\n---\n\nUse it.\n",
  "guide/01-install.md": "# Install `it`\r\n\r\nDo.\r\n",
  "guide/README.md": "Read me first.",
  "about.md": "\uFEFF---\norder: -1\ntags: [a]\n---\nAbout us",
};

/** The ids of pages and folders by address. */
async function readIds(): Promise<Map<string, string>> {
  const { body } = await scene.inVersion("GET", "/tree");
  const ids = new Map<string, string>();
  const walk = (items: readonly Item[], prefix: string): void => {
    for (const { id, page, folder } of items) {
      const slug = page?.slug ?? folder?.slug ?? "";
      ids.set(prefix + slug, id);
      if (folder !== null) walk(folder.children, `${prefix}${slug}/`);
    }
  };
  walk(body["items"] as unknown as Item[], "");
  return ids;
}

/** The transaction that wrote each row of the version. */
async function readWrites(): Promise<Map<string, string>> {
  const db = await scene.testApp.cells.eu.platform.database();
  const { rows } = await sql<{ row: string; by: string }>`
    select 'page ' || id as row, xmin::text as by from doc_page where version_id = ${scene.versionId}
    union all select 'node ' || id, xmin::text from doc_node where version_id = ${scene.versionId}
    union all select 'synced ' || path, xmin::text from doc_synced_file
      where version_id = ${scene.versionId}`.execute(db);
  return new Map(rows.map(({ row, by }) => [row, by]));
}

interface Item {
  readonly id: string;
  readonly page: { slug: string; title: string } | null;
  readonly folder: { slug: string; children: Item[] } | null;
}

describe("a folder of Markdown", () => {
  it("becomes the tree that names, numbers and front matter describe", async () => {
    const { body } = await push(scene, guide);
    expect(body).toMatchObject({ added: Object.keys(guide).toSorted(), unchangedCount: 0 });
    expect(await readPaths(scene)).toEqual([
      "index",
      "about",
      "guide/",
      "guide/index",
      "guide/install",
      "guide/usage",
    ]);
    const ids = await readIds();
    expect(await readPage(scene, ids.get("guide/usage") ?? "")).toMatchObject({
      title: "Using it",
      icon: "hammer",
      content: "\nUse it.\n",
    });
    const titles = ["index", "about", "guide/index", "guide/install"].map(async (path) => {
      return (await readPage(scene, ids.get(path) ?? ""))["title"];
    });
    expect(await Promise.all(titles)).toEqual(["Welcome", "About", "The guide", "Install it"]);
    const folder = await scene.inVersion("GET", `/folders/${ids.get("guide")}`);
    expect(folder.body).toMatchObject({ name: "The guide", icon: "book", isSection: true });
  });

  it("comes back byte for byte, and is unchanged when it is pushed again", async () => {
    await push(scene, guide);
    expect(await pull(scene)).toEqual(guide);
    const again = await push(scene, guide, { isWithoutTexts: true });
    expect(again.body).toMatchObject({ added: [], changed: [], removed: [], unchangedCount: 6 });
  });

  it("writes what changed, keeps ids through moves, and redirects old addresses", async () => {
    await push(scene, guide);
    const before = await readIds();
    const use = await readPage(scene, before.get("guide/usage") ?? "");
    const { "guide/01-install.md": install = "", "about.md": _, ...rest } = guide;
    const next = { ...rest, "start/install.md": install, "guide/README.md": "Anew." };
    const { body } = await push(scene, next);
    expect(body).toMatchObject({
      added: [],
      changed: ["guide/README.md"],
      moved: [{ from: "guide/01-install.md", to: "start/install.md", isChanged: false }],
      removed: ["about.md"],
      unchangedCount: 3,
    });
    const after = await readIds();
    expect(after.get("start/install")).toBe(before.get("guide/install"));
    expect(after.get("guide/index")).toBe(before.get("guide/index"));
    expect((await readPage(scene, after.get("guide/usage") ?? ""))["rowVersion"]).toBe(
      use["rowVersion"],
    );
    const db = await scene.testApp.cells.eu.platform.database();
    const redirects = db
      .selectFrom("docRedirect")
      .select(["fromPath", "nodeId"])
      .where("versionId", "=", scene.versionId);
    expect(await redirects.execute()).toEqual([
      { fromPath: "guide/install", nodeId: before.get("guide/install") },
    ]);
    expect(await pull(scene)).toEqual(next);
  });

  it("writes the pages that changed, and no row of any other", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`part-${at % 4}/${at}.md`, `# Page ${at}\n`]),
    );
    await push(scene, files);
    const before = await readWrites();
    const changed = Object.keys(files).slice(0, 10);
    const next = Object.fromEntries(changed.map((path) => [path, `# Other ${path}\n`]));
    await push(scene, { ...files, ...next });
    const after = await readWrites();
    expect(after.size).toBe(before.size);
    const written = [...after].filter(([row, by]) => before.get(row) !== by).map(([row]) => row);
    const count = (table: string) => written.filter((row) => row.startsWith(table)).length;
    expect([count("page"), count("node"), count("synced")]).toEqual([10, 10, 10]);
  });

  it("renames a folder with everything in it, and lets pages exchange their slugs", async () => {
    await push(scene, { "a/x.md": "X", "a/y.md": "Y", "b.md": "---\nslug: c\n---\n", "c.md": "C" });
    const before = await readIds();
    await push(scene, {
      "z/x.md": "X",
      "z/y.md": "Y changed",
      "b.md": "---\nslug: b\n---\n",
      "c.md": "---\nslug: c\n---\nC",
    });
    const after = await readIds();
    expect(after.get("z")).toBe(before.get("a"));
    expect(after.get("z/y")).toBe(before.get("a/y"));
    expect(after.get("b")).toBe(before.get("c"));
  });

  it("returns in a preview what would change and which texts it needs, and changes nothing", async () => {
    await push(scene, { "a.md": "A", "b.md": "B" });
    const { body } = await push(
      scene,
      { "a.md": "A2", "moved/b.md": "B", "new.md": "N", "dot.png": "png" },
      { isPreview: true, isWithoutTexts: true },
    );
    expect(body).toMatchObject({
      added: ["dot.png", "new.md"],
      changed: ["a.md"],
      moved: [{ from: "b.md", to: "moved/b.md" }],
      needed: ["a.md", "new.md", "dot.png"],
      conflicts: [],
    });
    expect(await pull(scene)).toEqual({ "a.md": "A", "b.md": "B" });
  });
});

describe("an edit on the server", () => {
  it("comes back as a change of only that file and of only the changed keys", async () => {
    await push(scene, guide);
    const id = (await readIds()).get("guide/usage") ?? "";
    const page = await readPage(scene, id);
    const changed = await scene.inVersion("PUT", `/pages/${id}`, {
      title: "Used: daily",
      content: page["content"],
      slug: "daily",
      rowVersion: page["rowVersion"],
    });
    expect(changed.status, changed.text).toBe(200);
    const file = "---\ntitle: 'Used: daily' # short\nslug: daily\nicon: hammer\n---\n\nUse it.\n";
    expect(await pull(scene)).toEqual({ ...guide, "guide/02-use.md": file });
    const again = await push(
      scene,
      { ...guide, "guide/02-use.md": file },
      { base: await pull(scene) },
    );
    expect(again.body).toMatchObject({ changed: [], unchangedCount: 6 });
  });

  it("of an order, a new page and an empty folder comes back as files, which change nothing when pushed", async () => {
    await push(scene, { "a.md": "A", "b.md": "B" });
    await make(scene, "pages", { title: "Not last by name: 0", slug: "aa", content: "Text" });
    await make(scene, "folders", { name: "Empty: yet", slug: "empty", icon: "box" });
    const files = await pull(scene);
    expect(files).toEqual({
      "a.md": "A",
      "b.md": "B",
      "aa.md": "---\ntitle: 'Not last by name: 0'\n---\nText",
      "empty/_folder.yml": "title: 'Empty: yet'\nicon: box\n",
      "_folder.yml": "items: [a.md, b.md, aa.md, empty]\n",
    });
    const other = await openDocsScene();
    await push(other, files);
    expect(await readPaths(other)).toEqual(await readPaths(scene));
    expect(await pull(other)).toEqual(files);
    await push(scene, files, { base: files });
    expect(await pull(scene)).toEqual(files);
  });

  it("is not overwritten by a push that does not know it, which then changes nothing at all", async () => {
    await push(scene, guide);
    const id = (await readIds()).get("about") ?? "";
    const { rowVersion } = await readPage(scene, id);
    await scene.inVersion("PUT", `/pages/${id}`, { title: "About", content: "Here", rowVersion });
    await make(scene, "pages", { title: "zz" });
    const { "index.md": _, ...rest } = guide;
    const mine = { ...rest, "new.md": "N" };
    const { status, body } = await push(scene, mine);
    expect([status, body["code"]]).toEqual([409, "DOCS_CONFLICT"]);
    expect(body["conflicts"]).toMatchObject([
      { path: "about.md", reason: "changed" },
      { path: "zz.md", reason: "added" },
    ]);
    expect((await pull(scene))["index.md"]).toBe("# Welcome\n");
    const forced = await push(scene, mine, { onConflict: "overwrite" });
    expect(forced.body["overwritten"]).toEqual([
      { path: "about.md", text: "\uFEFF---\norder: -1\ntags: [a]\n---\nHere" },
      { path: "zz.md", text: "---\ntitle: zz\n---\n" },
    ]);
    expect(await pull(scene)).toEqual(mine);
  });

  it("is detected when the push says what it last saw, also for removed pages", async () => {
    await push(scene, { "a.md": "A", "b.md": "B" });
    const base = await pull(scene);
    await push(scene, { "a.md": "A2" });
    const late = await push(scene, { "a.md": "A", "b.md": "B2" }, { base });
    expect(late.body["conflicts"]).toMatchObject([
      { path: "a.md", reason: "changed" },
      { path: "b.md", reason: "removed", currentDigest: null },
    ]);
  });

  it("under a lock refuses the push, even with overwrite", async () => {
    await push(scene, { "a.md": "A", "b.md": "B" });
    const id = (await readIds()).get("a") ?? "";
    await scene.inVersion("POST", `/pages/${id}/lock`, {}, { key: scene.keys.admin });
    const seen = await push(scene, { "a.md": "A2", "b.md": "B" }, { isPreview: true });
    expect(seen.body["conflicts"]).toMatchObject([{ path: "a.md", reason: "locked" }]);
    const mine = { "a.md": "A2", "b.md": "B" };
    const refused = await push(scene, mine, { onConflict: "overwrite" });
    expect([refused.status, refused.body["code"]]).toEqual([409, "PAGE_LOCKED"]);
    expect((await push(scene, { "a.md": "A", "b.md": "B2" })).status).toBe(200);
  });
});

describe("a sync", () => {
  it("of two at once succeeds once, and the other is refused because the tree has changed", async () => {
    await push(scene, { "a.md": "A" });
    const { body } = await push(scene, { "a.md": "1" }, { isPreview: true });
    const ifMatch = String(body["treeVersion"]);
    const both = await Promise.all([
      push(scene, { "a.md": "1" }, { ifMatch }),
      push(scene, { "a.md": "2" }, { ifMatch }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const base = { "a.md": "A" };
    const known = await Promise.all([
      push(scene, { "a.md": "3" }, { base: await pull(scene) }),
      push(scene, { "a.md": "4" }, { base }),
    ]);
    expect(known.map(({ status }) => status)).toEqual([200, 409]);
  });

  it.each([
    [{ "a.md": "---\nslug: Not One\n---\n" }, "VALIDATION_FAILED", "a.md: slug"],
    [{ "a.md": "---\nslug: v\n---\n" }, "VALIDATION_FAILED", "a.md: slug"],
    [{ "a.md": "---\nslug: x\n---\n", "b.md": "---\nslug: x\n---\n" }, "SLUG_TAKEN", "b.md"],
    [{ "a/b/_folder.yml": "section: true\n" }, "SECTION_MUST_BE_ROOT", "a/b/_folder.yml"],
    [{ "a.md": "A", "a.md/b.md": "B" }, "VALIDATION_FAILED", "a.md is a file and a folder"],
    [{ "../a.md": "A" }, "VALIDATION_FAILED", "files"],
    [{ "a.md": "x".repeat(1_000_001) }, "VALIDATION_FAILED", "files"],
    [{ "dot.png": "png" }, "VALIDATION_FAILED", "dot.png is not uploaded yet"],
  ])("of %j is refused with %s and changes nothing", async (files, code, message) => {
    const before = { "kept.md": "Kept" };
    await push(scene, before);
    const refused = await push(scene, { ...before, ...files });
    expect(refused.status, refused.text).toBe(400);
    expect(refused.body["code"]).toBe(code);
    expect(refused.text).toContain(message);
    expect(await pull(scene)).toEqual(before);
  });

  it("refuses a text that does not match its digest, a missing text, and a repeated path", async () => {
    const [file] = toFiles({ "a.md": "A" });
    const wrong = [
      { ...file, text: "B" },
      { ...file, text: undefined },
    ];
    for (const one of wrong) {
      const { body } = await scene.inVersion("POST", "/sync", { files: [one] });
      expect(body["code"]).toBe("VALIDATION_FAILED");
    }
    const twice = await scene.inVersion("POST", "/sync", { files: [file, file] });
    expect(twice.text).toContain("named twice");
  });

  it("is refused by a published version, whose files can be read and previewed against", async () => {
    await push(scene, { "a.md": "A" });
    const path = `/${scene.docId}/versions/${scene.versionId}/status`;
    await scene.send("POST", path, { status: "published" }, { key: scene.keys.admin });
    const refused = await push(scene, { "a.md": "A2" });
    expect(refused.body["code"]).toBe("VERSION_NOT_EDITABLE");
    const seen = await push(scene, { "a.md": "A2" }, { isPreview: true });
    expect(seen.body["changed"]).toEqual(["a.md"]);
    expect(await pull(scene, scene.keys.viewer)).toEqual({ "a.md": "A" });
    expect((await push(scene, { "a.md": "A2" }, { key: scene.keys.viewer })).status).toBe(403);
  });

  it("attaches the API references of a folder's index, unchanged files included, and of no other page", async () => {
    const document = { openapi: "3.1.0", info: { title: "Books", version: "1.0.0" }, paths: {} };
    const imported = await request(scene.testApp, {
      method: "POST",
      path: `/api/projects/${scene.projectId}/specs/import`,
      key: scene.keys.owner,
      body: { text: JSON.stringify(document), name: "Books" },
    });
    expect(imported.status, imported.text).toBe(200);
    const index = "---\nreferences: [Books]\n---\n# API\n";
    const first = await push(scene, {
      "api/index.md": index,
      "api/_folder.yml": "references: [Books]\n",
      "b.md": "---\nreferences: [Books]\n---\nB",
    });
    // A reference that is declared twice for one folder is attached once.
    expect(first.body["references"]).toMatchObject([{ folder: "api", action: "attached" }]);
    expect(first.body["warnings"]).toMatchObject([
      { path: "b.md", message: expect.stringContaining("opens its folder") as string },
    ]);
    // The index is not sent again, and still declares the reference.
    const second = await push(scene, { "api/index.md": index, "b.md": "B" });
    expect(second.body["references"]).toMatchObject([{ folder: "api", action: "unchanged" }]);
    expect((await pull(scene))["api/index.md"]).toBe(index);
    const wrong = await push(scene, {
      "api/index.md": "---\nreferences: [Nothing]\n---\n",
      "b.md": "B",
    });
    expect(wrong.body["warnings"]).toMatchObject([
      { path: "api/index.md", message: expect.stringContaining('"Nothing"') as string },
    ]);
    const none = await push(scene, { "api/index.md": "# API\n", "b.md": "B" });
    expect(none.body["references"]).toMatchObject([{ action: "removed" }]);
  });

  it("keeps API references, with the folders that contain them", async () => {
    await push(scene, { "a.md": "A", "b.md": "B" });
    const { id: parentId } = await make(scene, "folders", { name: "Api" });
    const db = await scene.testApp.cells.eu.platform.database();
    const { organization, versionId } = scene;
    const of = { organizationId: organization.id, versionId, type: "specSnapshot", title: "Books" };
    const stamp = { createdAt: new Date(), modifiedAt: new Date(), rowVersion: 1 };
    const references = [
      { ...of, ...stamp, id: randomUUID(), parentId, position: 0, slug: "inside" },
      { ...of, ...stamp, id: randomUUID(), parentId: null, position: 9, slug: "books" },
    ];
    await db.insertInto("docNode").values(references).execute();
    const spec = { specId: randomUUID(), specVersionId: randomUUID(), specName: "Books" };
    const document = { versionNumber: "1.0.0", endpointCount: 0, digest: "", document: "{}" };
    const ofVersion = { organizationId: organization.id, versionId };
    const snapshots = references.map(({ id }) => ({ id, ...ofVersion, ...spec, ...document }));
    await db.insertInto("docSnapshot").values(snapshots).execute();
    const files = { "b.md": "B", "books.md": "---\ntitle: Books\n---\n" };
    const { status, text } = await push(scene, files, { onConflict: "overwrite" });
    expect(status, text).toBe(200);
    const { body } = await scene.inVersion("GET", "/tree");
    const kinds = (
      items: readonly { type: string; folder: { children: [] } | null }[],
    ): unknown[] =>
      items.map(({ type, folder }) => (folder === null ? type : kinds(folder.children)));
    expect(kinds(body["items"] as never)).toEqual([
      "page",
      "page",
      ["specSnapshot"],
      "specSnapshot",
    ]);
    expect([...(await readIds()).keys()]).toContain("books-2");
    const pulled = await pull(scene);
    expect((await push(scene, pulled, { base: pulled })).body).toMatchObject({
      changed: [],
      added: [],
    });
    expect(await pull(scene)).toEqual(pulled);
  });

  it.each([".git/hooks/x.md", "guide/.hidden.md", ".x/a.png"])(
    "refuses the hidden name %s",
    async (path) => {
      const refused = await push(scene, { "a.md": "A", [path]: "x" });
      expect(refused.status).toBe(400);
      expect(refused.body["errors"]).toMatchObject([{ code: "PATH_HIDDEN" }]);
    },
  );

  it("includes uploaded images, and copies keep what was synced", async () => {
    const bytes = "png";
    const digest = createHash("sha256").update(bytes).digest("hex");
    const db = await scene.testApp.cells.eu.platform.database();
    const asset = { digest, mediaType: "image/png", size: 3, bytes: Buffer.from(bytes) };
    await db
      .insertInto("docAsset")
      .values({ ...asset, organizationId: scene.organization.id, createdAt: new Date() })
      .execute();
    const { projectId, organization } = scene;
    await db
      .insertInto("docAssetUpload")
      .values({ digest, projectId, organizationId: organization.id, uploadedAt: new Date() })
      .execute();
    const made = await push(scene, { "a.md": "A", "images/dot.png": bytes });
    expect(made.status, made.text).toBe(200);
    const copied = await scene.send("POST", `/${scene.docId}/versions`, {
      fromVersionId: scene.versionId,
    });
    const copy: DocsScene = {
      ...scene,
      inVersion: (method, path, body, more) =>
        scene.send(
          method,
          `/${scene.docId}/versions/${String(copied.body["id"])}${path}`,
          body,
          more,
        ),
    };
    const changed = await push(copy, { "a.md": "A2" });
    expect(changed.body).toMatchObject({ changed: ["a.md"], removed: ["images/dot.png"] });
  });
});

describe("links to places within other pages", () => {
  it("are reported where the page has no such place, pushed together or before", async () => {
    const target = '# Build\n\n## build.target\n\n<a id="kept"></a>\n\n## Ümlaut\n';
    const from = (more = "") =>
      `---\ntitle: From\n---\n[a](to/build.md#buildtarget) [b](to/build#build-target) [c](to/build.md#kept)\n` +
      `[d](to/build.md#%C3%BCmlaut) [e](to/build.md#gone)${more}\n\n[f](nowhere.md#gone)\n`;
    const files = { "from.md": from(), "to/build.md": target };
    const gone = {
      path: "from.md",
      message: "line 5: The link `to/build.md#gone` leads to a page that has no `#gone`",
    };
    const nowhere = {
      path: "from.md",
      message: "line 7: The link `nowhere.md#gone` leads nowhere",
    };
    expect((await push(scene, files)).body["warnings"]).toEqual([gone, nowhere]);
    const changed = { ...files, "from.md": from(" [g](/to/build#build)") };
    expect((await push(scene, changed)).body["warnings"]).toEqual([gone, nowhere]);
  });
});

describe("pages of other documentation systems", () => {
  it("are read as Markdown with components, and omitted content is reported with its line", async () => {
    const { body } = await push(scene, {
      "a.mdx":
        "---\ntitle: A\n---\nimport X from 'x'\n\n<Note>\n  Mind\n</Note>\n\n<Own>kept</Own>\n",
      "b.md": '<p align="center"><kbd>K</kbd></p>\n\n<script>x()</script>\n',
    });
    expect(body["warnings"]).toEqual([
      {
        path: "a.mdx",
        message: "line 10: The component `<Own>` is unknown: only its content is shown",
      },
      { path: "b.md", message: "line 3: `<script>` is omitted" },
    ]);
    expect(await readPaths(scene)).toEqual(["a", "b"]);
    const shown = await readHtml("a");
    expect(shown).toContain('<div class="lm-callout lm-callout-note">');
    expect(shown).not.toContain("import");
    expect(await readHtml("b")).toContain('<p class="lm-center"><kbd>K</kbd></p>');
  });

  it("come back byte for byte", async () => {
    const text = "import X from 'x'\r\n\r\n<Tabs>\r\n    <Tab title=\"a\">b</Tab>\r\n</Tabs>";
    const files = { "guide/a.mdx": text, "guide/index.mdx": "# Guide\n" };
    await push(scene, files);
    expect(await pull(scene)).toEqual(files);
  });

  it("have the order, the name and the place that their front matter gives", async () => {
    await push(scene, {
      "z.md": "---\nsidebar_position: 1\nslug: /over/there\n---\nZ",
      "a.mdx": "---\nsidebar:\n  order: 2\n  label: Named\n---\nA",
      "m.mdx": "---\nsidebarTitle: Other\n---\nM",
      "n.md": '# Mode of `<b>` <Badge text="new" /> {#mode}\n',
    });
    expect(await readPaths(scene)).toEqual(["z", "a", "m", "n"]);
    const { body } = await scene.inVersion("GET", "/tree");
    const items = body["items"] as unknown as Item[];
    expect(items.map(({ page }) => page?.title)).toEqual(["Z", "Named", "Other", "Mode of <b>"]);
  });
});

async function readHtml(slug: string): Promise<string> {
  const db = await scene.testApp.cells.eu.platform.database();
  const { rows } = await sql<{ html: string }>`
    select p.html from doc_page p join doc_node n on n.id = p.id
      where n.version_id = ${scene.versionId} and n.slug = ${slug}`.execute(db);
  return rows[0]?.html ?? "";
}
