import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { readFolder } from "../local-files.ts";
import { readExport } from "./read-literal.ts";

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

/** Writes a repository and returns its folder `docs`. */
function write(files: Readonly<Record<string, string>>, docs = "docs"): string {
  const root = mkdtempSync(path.join(tmpdir(), "lintel-navigation-"));
  made.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return path.join(root, docs);
}

function readMade(folder: string): Record<string, string> {
  const { files } = readFolder(folder);
  const found = [...files].filter(([file]) => file.endsWith("_folder.yml"));
  return Object.fromEntries(found.map(([file, { bytes }]) => [file, bytes.toString()]));
}

const items = (...names: string[]) => `items:\n${names.map((name) => `  - "${name}"\n`).join("")}`;

describe("a navigation that only its system can read", () => {
  test.each([
    [".vitepress/config.ts", "export default { themeConfig: { sidebar: make() } }", "VitePress"],
    ["sidebars.js", "module.exports = { docs: makeSidebar() }", "Docusaurus"],
    ["../mkdocs.yml", "nav: !include nav.yml\n", "MkDocs"],
  ])("is reported: %s", (file, text, system) => {
    const folder = write({ [`docs/${file}`]: text, "docs/a.md": "A" });
    expect(readFolder(folder)).toMatchObject({
      navigation: null,
      unreadNavigation: [`${file} (${system})`],
    });
  });

  test("is not reported if the settings have none", () => {
    const folder = write({
      "docs/.vitepress/config.ts": "export default { title: 'x' }",
      "mkdocs.yml": "site_name: x\n",
      "docs/a.md": "A",
    });
    expect(readFolder(folder).unreadNavigation).toEqual([]);
  });
});

describe("images next to the folder that a site serves from its root", () => {
  test.each([
    ["docusaurus.config.ts", "docs", "static"],
    ["astro.config.mjs", "src/content/docs", "public"],
    ["src/.vitepress/config.ts", "src/en", "public"],
  ])("are included if a page refers to them: %s", (settings, docs, served) => {
    const site = settings.startsWith("src/") ? "src/" : "";
    const folder = write(
      {
        [settings]: "",
        [`${docs}/a.md`]: "![A](/img/a.png)",
        [`${site}${served}/img/a.png`]: "png",
        [`${site}${served}/img/unnamed.png`]: "png",
        [`${site}${served}/robots.txt`]: "/img",
      },
      docs,
    );
    expect([...readFolder(folder).files.keys()]).toEqual(["a.md", `${served}/img/a.png`]);
  });

  test("are not included in a folder of no such system", () => {
    const folder = write({ "docs/a.md": "![A](/a.png)", "static/a.png": "png" });
    expect([...readFolder(folder).files.keys()]).toEqual(["a.md"]);
  });
});

describe("a folder is ordered by the navigation of", () => {
  test("Docusaurus: sidebars with categories, ids of front matter and numbers in names", () => {
    const folder = write({
      "sidebars.js": `
        /** @type {import('x').SidebarsConfig} */
        const first = { type: 'doc', id: 'intro' } // the start
        module.exports = {
          main: [first, { type: 'category', label: "How to", link: { type: 'doc', id: 'guide/start' }, items: ['guide/named', ...more()] }, { API: ['api/a'] }],
          [computed()]: require('./other'),
        };`,
      "docs/intro.md": "# I",
      "docs/guide/02-start.md": "# S",
      "docs/guide/01-z.md": "---\nid: named\n---\n",
      "docs/api/a.mdx": "# A",
    });
    expect(readMade(folder)).toEqual({
      "_folder.yml": items("intro.md", "guide", "api"),
      "guide/_folder.yml": `title: "How to"\n${items("02-start.md", "01-z.md")}`,
      "api/_folder.yml": 'title: "API"\n',
    });
    expect(readFolder(folder).navigation).toBe("Docusaurus (../sidebars.js)");
  });

  test("Docusaurus: files of folders", () => {
    const folder = write({
      "docs/a/_category_.json": '{"label": "First", "position": 2.5, "link": {"description": "D"}}',
      "docs/a/x.md": "# X",
      "docs/b/_category_.yml": "label: [broken",
      "docs/b/y.md": "# Y",
    });
    expect(readMade(folder)).toEqual({
      "a/_folder.yml": 'title: "First"\norder: 2\ndescription: "D"\n',
    });
  });

  test("Mintlify", () => {
    const folder = write({
      "docs/docs.json": JSON.stringify({
        navigation: {
          tabs: [
            { tab: "Guides", groups: [{ group: "Start", pages: ["z", "a"] }] },
            { tab: "API", pages: [{ group: "Books", pages: ["api/list", "api/add", "GET /x"] }] },
          ],
        },
      }),
      "docs/a.mdx": "A",
      "docs/z.mdx": "Z",
      "docs/api/add.mdx": "A",
      "docs/api/list.mdx": "L",
    });
    expect(readMade(folder)).toEqual({
      "_folder.yml": items("z.mdx", "a.mdx", "api"),
      "api/_folder.yml": `title: "Books"\n${items("list.mdx", "add.mdx")}`,
    });
  });

  test("VitePress, by functions of the same file", () => {
    const folder = write({
      "docs/.vitepress/config.mts": `
        import { defineConfig, type DefaultTheme } from 'vitepress'
        export default defineConfig({ title: process.env.T ?? 'x', themeConfig: { sidebar: { '/guide/': { base: '/guide/', items: side() } } } })
        function side(): DefaultTheme.SidebarItem[] { return [{ text: 'Intro', collapsed: false, items: [{ text: 'B', link: 'b' }, { text: 'A', link: 'a' }] }] }`,
      "docs/guide/a.md": "A",
      "docs/guide/b.md": "B",
    });
    expect(readMade(folder)).toEqual({
      "guide/_folder.yml": `title: "Intro"\n${items("b.md", "a.md")}`,
    });
  });

  test.each([
    ["export default extendConfig(config)", "defineConfig"],
    ["export default withMermaid(extendConfig(config))", "defineConfig"],
    ["export default withMermaid(defineConfig(config), { x: 1 })", "defineConfig"],
    ["module.exports = config", "defineConfig"],
  ])("VitePress, through calls: %s", (exported, wrapper) => {
    const folder = write({
      "docs/.vitepress/config.ts": `
        const sidebar = [{ text: 'B', link: '/b' }, { text: 'A', link: '/a' }]
        const config = ${wrapper}({ title: \`x \${y}\`, themeConfig: { sidebar } })
        ${exported}`.replace("{ sidebar }", "{ sidebar: sidebar }"),
      "docs/a.md": "A",
      "docs/b.md": "B",
    });
    expect(readMade(folder)).toEqual({ "_folder.yml": items("b.md", "a.md") });
    expect(readFolder(folder).unreadNavigation).toEqual([]);
  });

  test("Starlight", () => {
    const folder = write(
      {
        "astro.config.mjs": `import starlight from '@astrojs/starlight'
          export default defineConfig({ integrations: [starlight({ title: 'D', sidebar: [ 'z', { label: 'Ref', autogenerate: { directory: 'ref' } }, { label: 'G', items: [{ slug: 'g/b' }, 'g/a'] } ] })] })`,
        "src/content/docs/z.md": "Z",
        "src/content/docs/g/a.md": "A",
        "src/content/docs/g/b.mdx": "B",
        "src/content/docs/ref/x.md": "X",
      },
      "src/content/docs",
    );
    expect(readMade(folder)).toEqual({
      "_folder.yml": items("z.md", "ref", "g"),
      "g/_folder.yml": `title: "G"\n${items("b.mdx", "a.md")}`,
      "ref/_folder.yml": 'title: "Ref"\n',
    });
  });

  test("MkDocs, whose other settings contain tags of its own", () => {
    const folder = write({
      "mkdocs.yml":
        "site_name: X\nnav:\n- Home: index.md\n- Guide:\n  - guide/b.md\n  - A: guide/a.md\nmarkdown_extensions:\n- x: !!python/name:y\n",
      "docs/index.md": "I",
      "docs/guide/a.md": "A",
      "docs/guide/b.md": "B",
    });
    expect(readMade(folder)).toEqual({
      "_folder.yml": items("index.md", "guide"),
      "guide/_folder.yml": `title: "Guide"\n${items("b.md", "a.md")}`,
    });
  });
});

test("what its system does not show as a page is left out, and other files of that name are not", () => {
  const mintlify = write({
    "docs/docs.json": '{"navigation": {"pages": ["a"]}}',
    "docs/a.mdx": "# A",
    "docs/snippets/part.mdx": "P",
    "docs/guide/snippets/b.md": "# B",
  });
  expect([...readFolder(mintlify).files.keys()]).toEqual(["a.mdx", "guide/snippets/b.md"]);
  expect(readFolder(mintlify).skipped).toEqual(["docs.json", "snippets/part.mdx"]);
  const starlight = write(
    {
      "astro.config.mjs": "export default { integrations: [starlight({ sidebar: ['a'] })] }",
      "src/content/docs/a.md": "# A",
      "src/content/docs/404.md": "# Nothing",
      "src/content/docs/errors/404.md": "# Not found",
    },
    "src/content/docs",
  );
  expect(readFolder(starlight).skipped).toEqual(["404.md"]);
  const plain = write({ "docs/404.md": "# N", "docs/snippets/a.md": "# A" });
  expect([...readFolder(plain).files.keys()]).toEqual(["404.md", "snippets/a.md"]);
});

test("a folder's own `_folder.yml` is not changed, and a fragment is not a page", () => {
  const folder = write({
    "mkdocs.yml": "nav:\n- b.md\n- a.md\n",
    "docs/_folder.yml": "title: Mine\n",
    "docs/a.md": "A",
    "docs/b.md": "B",
    "docs/_part.mdx": "P",
  });
  expect(readMade(folder)).toEqual({ "_folder.yml": "title: Mine\n" });
  expect(readFolder(folder).skipped).toEqual(["_part.mdx"]);
});

test.each([
  "{",
  "module.exports = [",
  "export default {a: `${x}`, b: (() => { throw 1 })(), c: 'd'}",
  "const a = b; const b = a; export default a",
  `export default ${"[".repeat(2_000)}`,
  "export default {__proto__: {x: 1}, 'constructor': 1}",
])("settings are read without running them: %s", (text) => {
  expect(() => JSON.stringify(readExport(text))).not.toThrow();
  expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
});
