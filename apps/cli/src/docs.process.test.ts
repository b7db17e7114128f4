import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startService, type Service } from "./testing/service.ts";
import { makeFolder, runLintel } from "./testing/spawn-lintel.ts";

// One white pixel (PNG, RFC 2083).
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==",
  "base64",
);

let service: Service;
let root: Awaited<ReturnType<typeof makeFolder>>;
let count = 0;
let folder = "";
let name = "";

beforeAll(async () => {
  service = await startService();
  root = await makeFolder();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await root[Symbol.asyncDispose]();
});

beforeEach(() => {
  count += 1;
  name = `Guide ${count}`;
  folder = path.join(root.path, `docs-${count}`);
});

type Files = Readonly<Record<string, string | Buffer>>;

function write(files: Files, place = folder): void {
  for (const [file, bytes] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
    writeFileSync(path.join(place, file), bytes);
  }
}

/** Every file except hidden ones. */
function read(place = folder, below = ""): Record<string, string> {
  return Object.fromEntries(
    readdirSync(path.join(place, below))
      .filter((entry) => !entry.startsWith("."))
      .flatMap((entry) => {
        const file = below === "" ? entry : `${below}/${entry}`;
        const whole = path.join(place, file);
        if (statSync(whole).isDirectory()) return Object.entries(read(place, file));
        return [[file, readFileSync(whole, "latin1")] as const];
      }),
  );
}

const lintel = (...args: string[]) =>
  runLintel({
    args: ["docs", ...args],
    env: {
      LINTEL_URL: service.url,
      LINTEL_API_KEY: service.key,
      LINTEL_PROJECT: "Book Shop",
      XDG_CONFIG_HOME: root.path,
    },
  });

const push = (...more: string[]) => lintel("push", folder, "--doc", name, ...more);
const pull = (place: string, ...more: string[]) => lintel("pull", place, "--doc", name, ...more);

const guide: Files = {
  "index.md": "# Welcome\r\n",
  "guide/01-install.md":
    "\uFEFF---\ntitle: Installing # it\n---\nDo.\n\n![dot](../images/dot.png)\n",
  "guide/02-use.md": "one\ntwo\nthree\n",
  "guide/_folder.yml": "icon: book\nsection: true\n",
  "images/dot.png": pixel,
};

async function begin(files: Files = guide): Promise<void> {
  write(files);
  const made = await lintel("push", folder, "--create", name);
  expect(made.code, made.stderr).toBe(0);
}

async function findVersion(label = "1.0") {
  const { client, projectId } = service;
  const listed = await client.call("listDocumentations", { projectId });
  const documentation = listed.ok
    ? listed.value.documentations.find((one) => one.name === name)
    : undefined;
  const version = documentation?.versions.find((one) => one.label === label);
  if (documentation === undefined || version === undefined) throw new Error(`No ${name}.`);
  return { projectId, docId: documentation.id, versionId: version.id, documentation, version };
}

/** Changes a page as a member would in the app. */
async function edit(title: string, change: (content: string) => string): Promise<void> {
  const { client } = service;
  const { documentation: _, version: __, ...place } = await findVersion();
  const tree = await client.call("getDocTree", place);
  const items = tree.ok ? tree.value.items : [];
  const all = items.flatMap((item) => [item, ...(item.folder?.children ?? [])]);
  const pageId = all.find(({ page }) => page?.title === title)?.id ?? "";
  const page = await client.call("getDocPage", { ...place, pageId });
  if (!page.ok) throw new Error(page.problem.detail);
  const { content, rowVersion } = page.value;
  const fields = { ...place, pageId, title, content: change(content), rowVersion };
  const made = await client.call("updateDocPage", fields);
  if (!made.ok) throw new Error(made.problem.detail);
}

describe("lintel docs push and pull", () => {
  it("upload a folder with its images, and restore it byte for byte", async () => {
    write(guide);
    const made = await lintel("push", folder, "--create", name);
    expect(made.stdout).toContain("A guide/01-install.md");
    expect(made.stdout).toContain("5 added, 0 changed, 0 moved, 0 removed, 0 unchanged");
    expect(made.code, made.stderr).toBe(0);
    const other = path.join(root.path, "other");
    const pulled = await pull(other);
    expect(pulled.code, pulled.stderr).toBe(0);
    expect(read(other)).toEqual(read());
    const again = await push();
    expect(again.stdout).toContain("has the content of the folder already");
    expect(again.code).toBe(0);
  });

  it("shows what would be added, changed, moved and removed, and removes only with --yes", async () => {
    await begin();
    write({ "guide/02-use.md": "other\n", "new.md": "New", "about.md": "# Welcome\r\n" });
    rmSync(path.join(folder, "index.md"));
    rmSync(path.join(folder, "images/dot.png"));
    const shown = await push("--dry-run");
    for (const line of [
      "A new.md",
      "C guide/02-use.md",
      "M index.md -> about.md",
      "D images/dot.png",
    ])
      expect(shown.stdout).toContain(`  ${line}`);
    expect(shown.code).toBe(0);
    const refused = await push();
    expect(refused.stderr).toContain("--yes");
    expect(refused.code).toBe(2);
    const done = await push("--yes", "--json");
    expect(done.code, done.stderr).toBe(0);
    expect(JSON.parse(done.stdout)).toMatchObject({
      removed: ["images/dot.png"],
      unchangedCount: 2,
    });
  });

  it("exit with 6 instead of overwriting changes on the server, and merge on request", async () => {
    await begin();
    await edit("Use", (content) => content.replace("one", "ONE"));
    write({ "guide/02-use.md": "one\ntwo\nTHREE\n" });
    const refused = await push();
    expect(refused.code).toBe(6);
    expect(refused.stderr).toContain("guide/02-use.md (changed on the server)");
    expect(refused.stderr).toContain("--merge");
    const pulled = await pull(folder);
    expect(pulled.code).toBe(6);
    expect(read()["guide/02-use.md"]).toBe("one\ntwo\nTHREE\n");
    const merged = await push("--merge");
    expect(merged.code, merged.stderr).toBe(0);
    expect(read()["guide/02-use.md"]).toBe("ONE\ntwo\nTHREE\n");
    const other = path.join(root.path, `other-${count}`);
    await pull(other);
    expect(read(other)).toEqual(read());
  });

  it("put lines that both changed between conflict marks, which are never pushed", async () => {
    await begin();
    await edit("Use", (content) => content.replace("two", "theirs"));
    write({ "guide/02-use.md": "one\nmine\nthree\n" });
    const merged = await push("--merge");
    expect(merged.code).toBe(6);
    const marked = "one\n<<<<<<< yours\nmine\n=======\ntheirs\n>>>>>>> server\nthree\n";
    expect(read()["guide/02-use.md"]).toBe(marked);
    const refused = await push();
    expect(refused.code).toBe(6);
    expect(refused.stderr).toContain("guide/02-use.md");
    write({ "guide/02-use.md": "one\nboth\nthree\n" });
    const pushed = await push();
    expect(pushed.code, pushed.stderr).toBe(0);
  });

  it("overwrite with --force, and keep the replaced files on disk", async () => {
    await begin();
    await edit("Use", () => "From the app\n");
    write({ "guide/02-use.md": "mine\n" });
    const forced = await push("--force");
    expect(forced.code, forced.stderr).toBe(0);
    const kept = /are kept in (\S+)/.exec(forced.stdout)?.[1] ?? "";
    expect(readFileSync(path.join(kept, "guide/02-use.md"), "utf8")).toBe("From the app\n");
    await edit("Use", () => "Again\n");
    write({ "guide/02-use.md": "mine too\n" });
    const pulled = await pull(folder, "--force");
    expect(pulled.code, pulled.stderr).toBe(0);
    expect(read()["guide/02-use.md"]).toBe("Again\n");
    const mine = /are kept in (\S+)/.exec(pulled.stdout)?.[1] ?? "";
    expect(readFileSync(path.join(mine, "guide/02-use.md"), "utf8")).toBe("mine too\n");
  });

  it("pull an edit on the server as a change of only that file, and keep local changes", async () => {
    await begin();
    await edit("Use", () => "Edited\n");
    write({ "index.md": "# Mine\n" });
    const pulled = await pull(folder);
    expect(pulled.stdout).toContain("0 added, 1 changed");
    expect(pulled.stdout).toContain("1 changed only here");
    expect(read()).toMatchObject({ "guide/02-use.md": "Edited\n", "index.md": "# Mine\n" });
  });

  it("of a fresh checkout use the last push as base, and detect edits on the server", async () => {
    await begin();
    rmSync(path.join(folder, ".lintel"), { recursive: true });
    write({ "index.md": "# Two\n" });
    expect((await push()).code).toBe(0);
    await edit("Use", () => "Edited\n");
    rmSync(path.join(folder, ".lintel"), { recursive: true });
    write({ "index.md": "# Three\n" });
    const refused = await push();
    expect(refused.code).toBe(6);
    expect(refused.stderr).toContain("guide/02-use.md");
  });

  it("are refused while someone edits a page, and name the person", async () => {
    await begin();
    const { documentation: _, version: __, ...place } = await findVersion();
    const tree = await service.client.call("getDocTree", place);
    const pageId = tree.ok ? (tree.value.items.find(({ page }) => page !== null)?.id ?? "") : "";
    await service.client.call("lockDocPage", { ...place, pageId });
    write({ "index.md": "# Two\n" });
    const refused = await push("--force");
    expect(refused.code).toBe(6);
    expect(refused.stderr).toMatch(/index\.md \(.+\)/);
  });
});

describe("the warnings of a push", () => {
  const links = Array.from({ length: 60 }, (_, at) => `[a](none-${at}.md)\n`).join("\n");

  it("can be listed completely at every later push", async () => {
    write({ "a.md": links, "b.md": "[b](gone.md)", "_folder.yml": "itmes: [b.md]\n" });
    const made = await lintel("push", folder, "--create", name);
    expect(made.stderr).toContain("did you mean `items`?");
    expect(made.stderr).toContain("… and 12 more in this folder: the same with --all-warnings");
    const again = await push("--all-warnings");
    expect(again.stderr.match(/leads nowhere/g)).toHaveLength(61);
    write({ "a.md": "A" });
    const mended = await push("--json");
    const { warnings } = JSON.parse(mended.stdout) as { warnings: { path: string }[] };
    expect(warnings.map(({ path: file }) => file)).toEqual(["_folder.yml", "b.md"]);
  });

  it("report a navigation that cannot be read, with a remedy", async () => {
    const settings = "export default { themeConfig: { sidebar: make() } }";
    write({ "a.md": "A", ".vitepress/config.ts": settings });
    const made = await lintel("push", folder, "--create", name);
    expect(made.stderr).toContain(".vitepress/config.ts (VitePress) cannot be read");
    expect(made.stderr).toContain("`items:` in the _folder.yml");
  });
});

describe("lintel docs push --publish", () => {
  it("publishes the draft, then a copy of the published version", async () => {
    await begin();
    const first = await push("--publish");
    expect(first.stdout).toContain(`Published: ${name} 1.0`);
    write({ "index.md": "# Two\n" });
    const second = await push("--publish");
    expect(second.code, second.stderr).toBe(0);
    const { documentation } = await findVersion();
    expect(documentation.versions.map(({ status }) => status)).toEqual(["published", "archived"]);
    const nothing = await push("--publish");
    expect(nothing.stdout).toContain("has the content of the folder already");
    const listed = await lintel("list");
    expect(listed.stdout).toMatch(new RegExp(`^${name} .*published`, "m"));
  });

  it("reports who can read the published version, and what changed", async () => {
    await begin();
    await push("--publish");
    const opened = await push("--publish", "--visibility", "public");
    expect(opened.code, opened.stderr).toBe(0);
    expect(opened.stdout).toContain("Version 1.0 (published) is public now; it was internal.");
    expect(opened.stdout).toMatch(/^Readers: Anyone/m);
    expect(opened.stdout).toMatch(/^Address: http/m);
    const again = await push("--publish");
    expect(again.stdout).toMatch(/^Readers: Anyone/m);
    write({ "index.md": "# Two\n" });
    const closed = await push("--publish", "--visibility", "internal");
    expect(closed.stdout).toContain("Visibility: internal; it was public");
  });

  it("stops in review if approval is required, and names the approvers", async () => {
    await begin();
    const { projectId, documentation } = await findVersion();
    const { id: docId, rowVersion } = documentation;
    const fields = { projectId, docId, rowVersion, requireApproval: true };
    expect((await service.client.call("updateDocumentation", fields)).ok).toBe(true);
    write({ "index.md": "# Two\n" });
    const ended = await push("--publish");
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout).toMatch(/In review: .* once one of .+ approves it/);
    expect((await findVersion()).version.status).toBe("review");
  });

  it("deletes the copy if the push is refused", async () => {
    await begin({ "a.md": "A" });
    await push("--publish");
    write({ "b.md": "---\nslug: x\n---\n", "c.md": "---\nslug: x\n---\n" });
    const refused = await push("--publish");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("slug");
    expect((await findVersion()).documentation.versions).toHaveLength(1);
  });
});

describe("lintel docs", () => {
  it.each([
    ["a page that is too long", { "a.md": "x".repeat(1_000_001) }, "a.md has more than"],
    ["a page that is not UTF-8", { "a.md": Buffer.from([0xff, 0xfe]) }, "a.md is not UTF-8"],
    ["no Markdown", { "dot.png": pixel }, "contains no Markdown"],
  ])("refuses %s before anything is sent", async (_, files, reported) => {
    write(files);
    const ended = await lintel("push", folder, "--create", name);
    expect(ended.stderr).toContain(reported);
    expect(ended.code).toBe(2);
  });

  it("lists the documentations if the named one is missing", async () => {
    await begin({ "a.md": "A" });
    const ended = await lintel("push", folder, "--doc", `${name}x`);
    expect(ended.stderr).toContain(name);
    expect(ended.code).toBe(5);
  });
});

describe("lintel docs and its readers", () => {
  const docs = (command: string, ...more: string[]) => lintel(command, ...more, "--doc", name);

  it("reports who can read the published version and where, and makes it public on request", async () => {
    await begin({ "a.md": "A" });
    const published = await push("--publish");
    expect(published.code, published.stderr).toBe(0);
    expect(published.stdout).toContain("Readers: Members who may read the project");
    expect(published.stdout).toContain("lintel docs visibility public --doc");
    const refused = await docs("visibility", "everyone");
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("public")]);
    const opened = await docs("visibility", "public");
    expect(opened.stdout).toContain("Readers: Anyone.");
    const address = /Address: (\S+)/.exec(opened.stdout)?.[1] ?? "";
    expect(address).toMatch(/^https:\/\/docs\.example\.com\/[a-z\d-]+\/guide-\d+$/);
    const listed = await docs("versions");
    expect(listed.stdout).toContain(address);
  });

  it("takes the visibility with --create and with --publish", async () => {
    write({ "a.md": "A" });
    await lintel("push", folder, "--create", name, "--visibility", "public");
    expect((await findVersion()).version.visibility).toBe("public");
    const published = await push("--publish", "--visibility", "internal", "--json");
    expect(JSON.parse(published.stdout)).toMatchObject({
      version: {
        visibility: "internal",
        status: "published",
        portalUrl: expect.stringContaining("https://docs.example.com/") as string,
      },
    });
  });

  it("creates no documentation in a dry run", async () => {
    write({ "a.md": "A" });
    const dry = await lintel("push", folder, "--create", name, "--dry-run");
    expect(dry.stdout).toContain("A a.md");
    expect(dry.stdout).toContain("was not created");
    expect(dry.code).toBe(0);
    const { client, projectId } = service;
    const listed = await client.call("listDocumentations", { projectId });
    const names = listed.ok ? listed.value.documentations.map((one) => one.name) : [];
    expect(names.length).toBeGreaterThan(0);
    expect(names).not.toContain(name);
    expect(readdirSync(folder)).toEqual(["a.md"]);
  });

  it("publishes the prepared draft with the label of the published version", async () => {
    await begin({ "a.md": "A" });
    await push("--publish");
    const { projectId, docId, versionId } = await findVersion();
    const { client } = service;
    const draft = await client.call("createDocVersion", {
      projectId,
      docId,
      fromVersionId: versionId,
    });
    if (!draft.ok) throw new Error(draft.problem.detail);
    const place = { projectId, docId, versionId: draft.value.id };
    await client.call("createDocFolder", { ...place, name: "Empty" });
    // A pipeline does not know earlier pushes.
    rmSync(path.join(folder, ".lintel"), { recursive: true });
    write({ "a.md": "B" });
    const published = await push("--publish", "--yes", "--force");
    expect(published.code, published.stderr).toBe(0);
    const { documentation } = await findVersion();
    expect(documentation.versions.map(({ id, status }) => [id, status])).toEqual([
      [place.versionId, "published"],
      [versionId, "archived"],
    ]);
  });

  it("lists several possible drafts, and changes nothing", async () => {
    await begin({ "a.md": "A" });
    await push("--publish");
    const { projectId, docId, versionId } = await findVersion();
    const ids: string[] = [];
    for (let draft = 0; draft < 2; draft += 1) {
      const made = await service.client.call("createDocVersion", {
        projectId,
        docId,
        fromVersionId: versionId,
      });
      if (made.ok) ids.push(made.value.id);
    }
    rmSync(path.join(folder, ".lintel"), { recursive: true });
    write({ "a.md": "B" });
    const refused = await push("--publish");
    expect(refused.code).toBe(2);
    for (const id of ids) expect(refused.stderr).toContain(id);
    const named = await push("--publish", "--version", String(ids[0]));
    expect(named.code, named.stderr).toBe(0);
    const published = await docs("publish");
    expect(published.stdout).toContain("Published");
  });

  it("makes a preview link", async () => {
    await begin({ "a.md": "# Hello\n" });
    const preview = await docs("preview");
    expect(preview.stdout.trim()).toMatch(/^https:\/\/docs\.example\.com\/.*\?preview=\S+$/);
  });
});

describe("an API reference", () => {
  const spec = (title: string, paths: object) =>
    JSON.stringify({ openapi: "3.1.0", info: { title, version: "1.0.0" }, paths });
  const operation = { get: { responses: { "200": { description: "All" } } } };

  async function importSpec(): Promise<string> {
    const title = `Shop ${count}`;
    const { client, projectId } = service;
    const made = await client.call("importSpec", {
      projectId,
      text: spec(title, { "/books": operation }),
      name: title,
    });
    if (!made.ok) throw new Error(made.problem.detail);
    return title;
  }

  const readReferences = async () => {
    const { projectId, docId, versionId } = await findVersion();
    const tree = await service.client.call("getDocTree", { projectId, docId, versionId });
    const walk = (items: readonly Item[]): string[] =>
      items.flatMap(({ specSnapshot, folder: inner }) => [
        ...(specSnapshot === null
          ? []
          : [`${specSnapshot.specName} ${specSnapshot.endpointCount}`]),
        ...walk(inner?.children ?? []),
      ]);
    return tree.ok ? walk(tree.value.items) : [];
  };

  it("is attached and updated by the command, and kept by a push", async () => {
    const title = await importSpec();
    await begin({ "a.md": "A" });
    const attached = await lintel("attach", title, "--doc", name);
    expect(attached.stdout, attached.stderr).toContain(`Attached: ${title} 1.0.0 (1 endpoints)`);
    const again = await lintel("attach", title, "--doc", name);
    expect(again.stdout).toContain("Renewed");
    write({ "a.md": "B" });
    await push("--publish");
    expect(await readReferences()).toEqual([`${title} 1`]);
    const missing = await lintel("attach", "Shap", "--doc", name);
    expect([missing.code, missing.stderr]).toEqual([5, expect.stringContaining("Shop")]);
  });

  it("is attached by a folder's file at every push, and removed with it", async () => {
    const title = await importSpec();
    await begin({
      "a.md": "A",
      "api/_folder.yml": `title: API\nreferences:\n  - spec: ${title}\n    slug: shop\n`,
    });
    expect(await readReferences()).toEqual([`${title} 1`]);
    const same = await push("--dry-run");
    expect(same.stdout).toContain("0 added, 0 changed");
    expect(same.stdout).not.toContain("API reference");
    write({ "api/_folder.yml": "title: API\nreferences: [No such thing]\n" });
    const wrong = await push();
    expect(wrong.stderr).toContain(
      'api/_folder.yml: The project has no specification "No such thing"',
    );
    expect(await readReferences()).toEqual([`${title} 1`]);
    write({ "api/_folder.yml": "title: API\n" });
    const removed = await push();
    expect(removed.stdout).toContain("API reference removed");
    expect(await readReferences()).toEqual([]);
  });

  it("is attached by the page that opens its folder", async () => {
    const title = await importSpec();
    await begin({ "api/README.md": `---\nreferences:\n  - ${title}\n---\n# API\n` });
    expect(await readReferences()).toEqual([`${title} 1`]);
    const again = await push();
    expect(again.stdout).not.toContain("API reference");
    write({ "api/README.md": "# API\n" });
    expect((await push()).stdout).toContain("API reference removed");
  });
});

type Item = Readonly<{
  specSnapshot: { specName: string; endpointCount: number } | null;
  folder: { children: Item[] } | null;
}>;

describe("what a pull writes", () => {
  it("omits hidden names, and lists them", async () => {
    await begin({ "a.md": "A" });
    await hide("a.md", ".x.md");
    const place = path.join(root.path, `hidden-${count}`);
    const pulled = await pull(place);
    expect(pulled.code, pulled.stderr).toBe(0);
    expect(pulled.stderr).toContain(".x.md");
    expect(read(place)).toEqual({});
    expect(readdirSync(place)).toEqual([".lintel"]);
  });

  it("is never written through a link", async () => {
    await begin({ "images/dot.png": pixel, "guide/a.md": "A" });
    const outside = path.join(root.path, `outside-${count}`);
    mkdirSync(outside);
    const place = path.join(root.path, `linked-${count}`);
    mkdirSync(place);
    symlinkSync(outside, path.join(place, "guide"));
    const pulled = await pull(place);
    expect(pulled.code).toBe(2);
    expect(pulled.stderr).toContain("is a link");
    expect([readdirSync(outside), readdirSync(place)]).toEqual([[], ["guide"]]);
  });

  /** Gives a file a name that only an older version of the service accepted. */
  async function hide(from: string, to: string): Promise<void> {
    const { versionId } = await findVersion();
    const db = await service.database();
    const { numUpdatedRows } = await db
      .updateTable("docNode")
      .set({ fileName: to })
      .where("versionId", "=", versionId)
      .where("fileName", "=", from)
      .executeTakeFirst();
    expect(numUpdatedRows).toBe(1n);
  }
});
