import { describe, expect, test } from "vitest";
import { createRenderer } from "../create-renderer.ts";
import type { PageFormat } from "../values/page.types.ts";

const renderer = createRenderer();

async function show(source: string, format: PageFormat = "md") {
  const { html, warnings, headings } = await renderer.render(source, {}, { format });
  const reported = warnings.map(({ line, code }) => `${line} ${code}`);
  return { html: html.replaceAll(/\n+/g, "\n").trim(), reported, headings };
}

describe("HTML in Markdown", () => {
  test("is shown with harmless inline elements", async () => {
    const { html, reported } = await show(
      '<kbd>Ctrl</kbd> H<sub>2</sub>O x<sup>2</sup> <b>b</b> <i>i</i> <u>u</u><br>a <abbr title="x">b</abbr>',
    );
    expect(html).toBe(
      '<p><kbd>Ctrl</kbd> H<sub>2</sub>O x<sup>2</sup> <strong>b</strong> <em>i</em> <u>u</u><br />\na <abbr title="x">b</abbr></p>',
    );
    expect(reported).toEqual([]);
  });

  test("folds away Markdown between its tags", async () => {
    const { html } = await show(
      "<details open>\n<summary>More</summary>\n\n- *a*\n\n</details>\n\nb",
    );
    expect(html).toBe(
      '<details class="lm-details" open><summary>More</summary>\n<ul>\n<li><em>a</em></li>\n</ul>\n</details>\n<p>b</p>',
    );
  });

  test("has headings that appear in the table of contents", async () => {
    const { html, headings } = await show(
      '<h2 align="center" id="top">\n  A &amp; <code>b</code>\n</h2>\n\n[a](#top)',
    );
    expect(headings).toEqual([{ id: "top", level: 2, text: "A & b", children: [] }]);
    expect(html).toContain('<h2 class="lm-center" id="top">A &amp; <code>b</code>');
    expect(html).toContain('<a href="#top">a</a>');
  });

  test("keeps its images with sizes, and links around them", async () => {
    const { html } = await show(
      '<p align="center">\n  <a href="https://e.com"><img src="a.png" alt="A" width="200px" height=100></a>\n  <img src="b.png" alt="B" width="50%">\n</p>',
    );
    expect(html).toContain('<p class="lm-center"><a href="https://e.com" class="lm-external"');
    expect(html).toContain('<img src="a.png" alt="A" width="200" height="100" loading="lazy"');
    expect(html).toContain('<img src="b.png" alt="B" class="lm-width-50" loading="lazy"');
  });

  test("shows the picture for the reader's theme", async () => {
    const { html } = await show(
      '<picture>\n<source media="(prefers-color-scheme: dark)" srcset="dark.png 2x">\n<img alt="A" src="light.png">\n</picture>\n\n<img src="c.png#gh-dark-mode-only" alt="C">',
    );
    expect(html).toContain('<img src="light.png" alt="A" class="lm-light-only"');
    expect(html).toContain('<img src="dark.png" alt="A" class="lm-dark-only"');
    expect(html).toContain('<img src="c.png" alt="C" class="lm-dark-only"');
  });

  test("has tables, aligned and spanned, also where closing tags are missing", async () => {
    const { html } = await show(
      '<table>\n<tr><th align="right">A<th>B\n<tr><td colspan="2" rowspan="900">C\n</table>',
    );
    expect(html).toBe(
      '<div class="lm-table" role="group" aria-label="Table" tabindex="0">\n<table><tr><th class="lm-right">A</th>\n<th>B</th>\n</tr>\n<tr><td colspan="2">C</td>\n</tr>\n</table>\n</div>',
    );
  });

  test("has lists in the cells of tables of Markdown", async () => {
    const { html } = await show("|a|\n|-|\n|<ul><li>x</li></ul>|");
    expect(html).toContain("<td><ul><li>x</li></ul></td>");
  });

  test("shows what is preformatted as code", async () => {
    const { html } = await show('<pre><code class="language-html">&lt;b&gt;\n\n  x</code></pre>');
    expect(html).toContain('<code class="language-html">');
    expect(html).toContain("&gt;\n  x");
  });

  test("omits active and embedding elements, and reports their lines", async () => {
    const { html, reported } = await show(
      'a\n\n<script>\nx()\n\ny()\n</script>\n\n<iframe src="https://e.com/v"></iframe>\n\nb <style>x</style> c <blink>d</blink>',
    );
    expect(html).toContain('<a href="https://e.com/v"');
    expect(html).toContain("<p>b  c d</p>");
    expect(html).not.toContain("y()");
    expect(reported).toEqual([
      "3 HTML_DROPPED",
      "9 HTML_DROPPED",
      "11 HTML_DROPPED",
      "11 HTML_DROPPED",
    ]);
  });

  test("closes what is not closed where its parent ends", async () => {
    const { html } = await show("- <div>\n\n  a <b>b *c</b> d*\n- e\n\n</div>");
    expect(html).toBe(
      "<ul>\n<li>\n<div><p>a <strong>b <em>c d</em></strong></p>\n</div>\n</li>\n<li>\n<p>e</p>\n</li>\n</ul>",
    );
  });

  test("has no ids that are reserved for the renderer", async () => {
    const { html } = await show('<a id="lm-tabs-1"></a><a id="mine"></a>');
    expect(html).toContain('id="mine"');
    expect(html).not.toContain("lm-tabs");
  });
});

describe("components", () => {
  test("of Docusaurus are tabs", async () => {
    const { html, reported } = await show(
      'import Tabs from \'@theme/Tabs\';\nimport TabItem from \'@theme/TabItem\';\n\n<Tabs groupId="os">\n  <TabItem value="mac" label="macOS">\n\n    ```sh\n    ls\n    ```\n\n  </TabItem>\n  <TabItem value="win">\n    - a\n      - b\n  </TabItem>\n</Tabs>\n\nend',
    );
    expect(html.match(/class="lm-tab-label">[^<]+/g)).toEqual([
      'class="lm-tab-label">macOS',
      'class="lm-tab-label">win',
    ]);
    expect(html).toContain('<code class="language-sh">');
    expect(html).toContain("<li>a\n<ul>\n<li>b</li>");
    expect(html).toMatch(/<\/fieldset>\n<p>end<\/p>$/);
    expect(reported).toEqual([]);
  });

  test.each([
    ["<Note>a</Note>", "note", "Note"],
    ['<Warning title="Mind">a</Warning>', "warning", "Mind"],
    ['<Aside type="caution">\na\n</Aside>', "caution", "Caution"],
    ['<Admonition type="tip" title="T">\na\n</Admonition>', "tip", "T"],
    ["<Check>\n    a\n</Check>", "tip", "Tip"],
  ])("%s is a callout", async (source, name, title) => {
    const { html } = await show(source, "mdx");
    expect(html).toBe(
      `<div class="lm-callout lm-callout-${name}">\n<p class="lm-callout-title">${title}</p><p>a</p>\n</div>`.replace(
        "</p>\n</div>",
        html.endsWith("</p></div>") ? "</p></div>" : "</p>\n</div>",
      ),
    );
  });

  test("of Mintlify are steps, cards, accordions and fields", async () => {
    const { html, reported } = await show(
      '<Steps>\n  <Step title="One">\n    Do\n  </Step>\n</Steps>\n\n<CardGroup cols={2}>\n  <Card\n    title="A"\n    href="/a"\n  >\n    x\n  </Card>\n</CardGroup>\n\n<AccordionGroup>\n  <Accordion title="Q">\n    a\n  </Accordion>\n</AccordionGroup>\n\n<ParamField query="page" type="integer" required default={1}>\n  p\n</ParamField>',
      "mdx",
    );
    expect(html).toContain('<div class="lm-step"><p class="lm-step-title">One</p>');
    expect(html).toContain('<div class="lm-card"><p class="lm-card-title"><a href="/a">A</a></p>');
    expect(html).toContain('<details class="lm-details">\n<summary>Q</summary>');
    expect(html).toContain(
      '<p class="lm-field-title"><span class="lm-mono">page</span> <span class="lm-type">integer</span> <span class="lm-badge">query</span> <span class="lm-badge">required</span> <span class="lm-badge">default: 1</span></p>',
    );
    expect(reported).toEqual([]);
  });

  test("that group code use the text after the fence as titles", async () => {
    const { html } = await show(
      "<CodeGroup>\n```js Node.js\na\n```\n```sh\nb\n```\n</CodeGroup>",
      "mdx",
    );
    expect(html.match(/class="lm-tab-label">[^<]+/g)).toEqual([
      'class="lm-tab-label">Node.js',
      'class="lm-tab-label">sh',
    ]);
  });

  test("that are unknown are reported by line, and their content is shown", async () => {
    const { html, reported } = await show(
      "---\ntitle: x\n---\na\n\n<Own size={3}>\n  **b**\n</Own>\n\nc <Other /> d",
      "mdx",
    );
    expect(html).toBe("<p>a</p>\n<p><strong>b</strong></p>\n<p>c  d</p>");
    expect(reported).toEqual(["6 COMPONENT_UNKNOWN", "10 COMPONENT_UNKNOWN"]);
  });

  test("in a list stay in it", async () => {
    const { html } = await show("1. a\n\n   <Note>\n     b\n   </Note>\n\n2. c", "mdx");
    expect(html.match(/<li>/g)).toHaveLength(2);
    expect(html.match(/<ol>/g)).toHaveLength(1);
  });

  test("a grammar that fails leaves code plain, and the page is shown", async () => {
    const { html } = await show(
      '```vue\n<template>\n  <div v-for="a in b" :key="a">{{ a }}</div>\n</template>\n```\n\nend',
    );
    expect(html).toContain("<p>end</p>");
  });

  test("in code are code", async () => {
    const { html, reported } = await show(
      "`<Card>` and\n\n```\n<Card>\n```\n\n<Note>\n```\n</Note>\n```\n</Note>",
      "mdx",
    );
    expect(html).toContain("<code>&lt;Card&gt;</code>");
    expect(html).toContain("&lt;/Note&gt;");
    expect(reported).toEqual([]);
  });
});

describe("MDX", () => {
  test("runs nothing: code and comments are omitted", async () => {
    const { html, reported } = await show(
      'import { A } from \'a\'\nimport {\n  B,\n} from "b";\n\nexport const x = () => {\n\n  return 1\n}\n\n# T {x} {"s"}\n\n{/* c\n\nc */}\n\n{x.map((y) => <b>{y}</b>)}\n\nexport as you like',
      "mdx",
    );
    expect(html).toContain(">T {x} s ");
    expect(html).toContain("<p>export as you like</p>");
    expect(html).not.toMatch(/import|return|map|c \*/);
    expect(reported).toEqual(["11 EXPRESSION_LEFT_OUT", "17 EXPRESSION_LEFT_OUT"]);
  });

  test("has no indented code, and reads Markdown in every element", async () => {
    const { html } = await show('<div align="center">\n    **a**\n</div>', "mdx");
    expect(html).toBe('<div class="lm-center"><p><strong>a</strong></p>\n</div>');
  });

  test("in Markdown a line that begins with import is text", async () => {
    expect((await show("import the file from there")).html).toBe(
      "<p>import the file from there</p>",
    );
  });
});
