import { describe, expect, test } from "vitest";
import { listWarnings, render, renderHtml } from "../testing/render.ts";

describe("links", () => {
  test("to other sites reveal nothing about the reader", async () => {
    expect(await renderHtml("[x](https://example.com)")).toContain('rel="noopener noreferrer"');
  });

  test.each(["https://example.com/a_b", "www.example.com/a", "a@example.com"])(
    "%s becomes a link automatically",
    async (address) => {
      expect(await renderHtml(`see ${address}.`)).toMatch(
        /<a href="[^"]+"[^>]*>[^<]+<\/a>\.<\/p>$/,
      );
    },
  );

  test("file names do not", async () => {
    expect(await renderHtml("see README.md and index.ts")).not.toContain("<a ");
  });

  test("are reported with their line, kind and whether they lead anywhere", async () => {
    const page =
      "---\ntitle: x\n---\n# Here\n\n[a](#here) [b](#gone)\n[c](other.md#x)\n\n| t |\n|---|\n| [d](gone.md) |\n\n<https://e.com> ![f](f.png)";
    const { links, warnings, html } = await render(page, {
      resolveLink: ({ path, fragment }) =>
        path === "other.md" ? { href: `/docs/other#${fragment}` } : null,
      resolveAsset: (target) => ({ src: `/assets/${target}`, width: 30, height: 20 }),
    });
    expect(links.map(({ line, kind, target, resolves }) => [line, kind, target, resolves])).toEqual(
      [
        [6, "anchor", "#here", true],
        [6, "anchor", "#gone", false],
        [7, "page", "other.md#x", true],
        [11, "page", "gone.md", false],
        [13, "external", "https://e.com", null],
        [13, "image", "f.png", true],
      ],
    );
    expect(warnings.map(({ line, code }) => [line, code])).toEqual([
      [6, "LINK_UNRESOLVED"],
      [11, "LINK_UNRESOLVED"],
    ]);
    expect(html).toContain('<a href="/docs/other#x">c</a>');
    expect(html).toContain('<span class="lm-broken-link">d</span>');
    expect(html).toContain(
      '<img src="/assets/f.png" alt="f" width="30" height="20" loading="lazy"',
    );
  });

  test.each([
    "javascript:x()",
    "data:text/html,x",
    "file:///x",
    "vbscript:x",
    "JaVaScRiPt&colon;x()",
  ])("to %s are not links", async (address) => {
    const { html, links } = await render(`[x](<${address}>)`);
    expect(html).not.toContain("href");
    expect(links.every(({ resolves }) => resolves === false)).toBe(true);
  });

  test("a resolver's answer is checked too", async () => {
    const html = await renderHtml("[x](y)", { resolveLink: () => ({ href: "javascript:x()" }) });
    expect(html).toBe('<p><span class="lm-broken-link">x</span></p>');
  });
});

describe("images", () => {
  test("have the size they are given", async () => {
    expect(await renderHtml("![a](b.png){width=30 height=20px}")).toContain(
      'width="30" height="20"',
    );
  });

  test("of other sites are not loaded, unless the resolver returns an address", async () => {
    expect(await renderHtml("![a](https://example.com/b.png)")).not.toContain("<img");
    expect(await listWarnings("![a](https://example.com/b.png)")).toEqual(["1 IMAGE_UNRESOLVED"]);
  });

  test("without alternative text cause a warning", async () => {
    expect(await listWarnings("![](b.png)")).toEqual(["1 IMAGE_WITHOUT_TEXT"]);
  });
});

describe("the outline", () => {
  const page =
    "---\ndescription: About books\n---\nIntro *text*\n\n# A\n\none\n\n### C\n\n```ts\ncode()\n```\n\n## B\n\n> # Quoted\n\n:::details\n# Folded\n:::\n\n# D";

  test("has the headings as a tree, without those that are quoted or folded", async () => {
    const { headings } = await render(page);
    const names = (list: typeof headings): unknown[] =>
      list.map(({ text, children }) => [text, ...names(children)]);
    expect(names(headings)).toEqual([["A", ["C"], ["B"]], ["D"]]);
  });

  test("has the text by section, headings and code apart", async () => {
    const { text } = await render(page);
    expect(text.sections.slice(0, 3)).toEqual([
      { id: null, level: 0, heading: "", body: "Intro text", code: "" },
      { id: "a", level: 1, heading: "A", body: "one", code: "" },
      { id: "c", level: 3, heading: "C", body: "", code: "code()\n" },
    ]);
    expect(text.title).toBe("A");
  });

  test("has a description, the page's own or its first paragraph, cut at a word", async () => {
    expect((await render(page)).description).toBe("About books");
    const { description } = await render(`# T\n\n${"word ".repeat(100)}`);
    expect(description.length).toBeLessThanOrEqual(200);
    expect(description).toMatch(/word…$/);
  });
});
