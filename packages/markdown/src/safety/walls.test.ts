import fc from "fast-check";
import { Parser } from "htmlparser2";
import { describe, expect, test } from "vitest";
import { createRenderer } from "../create-renderer.ts";
import { MarkdownError } from "../values/markdown-error.ts";
import { hostileList } from "../testing/hostile-pages.ts";
import { hostileResolvers } from "../testing/hostile-resolvers.ts";
import { limits } from "../values/limits.ts";
import { sanitizePage } from "./allowed-html.ts";
import { isAllowedLine } from "./allowed-line.ts";
import { contentPolicy } from "./content-policy.ts";
import { classifyAddress } from "../values/classify-address.ts";

const renderer = createRenderer();

/** Pieces of syntax that are combined at random, to cover combinations that nobody thought of. */
const pieces = [
  "\n",
  "\n\n",
  "    ",
  "  ",
  "- ",
  "1. ",
  "> ",
  "# ",
  "|",
  "|-|-|\n",
  "*",
  "**",
  "_",
  "`",
  "```",
  "```ts {1} [a]\n",
  "```mermaid\ngraph TD\n",
  "A --> B\n",
  "~~~",
  ":::",
  "::::",
  ":::note x\n",
  "::::tabs\n",
  ":::tab a\n",
  ":::steps\n",
  ":::code-group\n",
  ":::details\n",
  "> [!NOTE]\n",
  "[^1]",
  "[^1]: ",
  "[a](b)",
  "[",
  "](",
  ")",
  "![a](b)",
  "{#x}",
  "{width=3}",
  "<",
  "<b onload=x>",
  "<div align=center>",
  "</div>",
  "<p>",
  "</p>\n",
  "<details><summary>",
  "</summary>",
  "</details>\n",
  "<table><tr><td>",
  "</td>",
  "</table>",
  "<ul><li>",
  "</li>",
  "<h2 id=x>",
  "</h2>",
  "<a href=javascript:x()>",
  "</a>",
  "<img src=a onerror=x>",
  "<svg>",
  "</svg>",
  "<style>",
  "</style>",
  "<pre><code>",
  "</pre>",
  "<Note>",
  "</Note>\n",
  "<Tabs>\n",
  '<Tab title="a">\n',
  "</Tab>\n",
  '<Card title="a" href="b" />',
  "{x}",
  "{/*",
  "*/}",
  "export const a = {\n",
  '!!! note "a"\n    ',
  '=== "a"\n    ',
  "/// tip\n",
  "///\n",
  "<!--",
  "-->",
  "&lt;",
  "&",
  '"',
  "'",
  "\\",
  "{{schema X}}",
  "{{endpoint get /a}}",
  "https://e.com/",
  "www.e.com",
  "javascript:x()",
  "- [ ] ",
  "---\n",
  "===\n",
  "a",
  "é",
  "\u0000",
  "\uD800",
  "\r\n",
  "\t",
];

const page = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(""));

/** Elements that never run anything, and attributes that neither run nor style. */
function listHarm(html: string): string[] {
  const harm: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (["script", "style", "iframe", "object", "embed", "link", "meta", "base"].includes(name)) {
        harm.push(name);
      }
      for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("on") || key === "style") harm.push(`${name} ${key}`);
        if ((key === "href" || key === "src") && classifyAddress(value) === null) harm.push(value);
      }
    },
  });
  parser.end(html);
  return harm;
}

describe("the second wall", () => {
  test("leaves the rendering of any page unchanged, and nothing in it runs", async () => {
    await fc.assert(
      fc.asyncProperty(page, fc.boolean(), fc.boolean(), async (source, isHostile, isMdx) => {
        const resolvers = isHostile ? hostileResolvers : {};
        const format = isMdx ? "mdx" : "md";
        const { html } = await renderer.render(source, resolvers, { format });
        expect(sanitizePage(html)).toBe(html);
        expect(listHarm(html)).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  test("leaves the rendering of every hostile page unchanged", async () => {
    for (const { page, kind } of hostileList) {
      for (const format of ["md", "mdx"] as const) {
        const { html } = await renderer.render(page, hostileResolvers, { format });
        expect(sanitizePage(html), `${kind}: ${page}`).toBe(html);
        expect(listHarm(html), `${kind}: ${page}`).toEqual([]);
      }
    }
  });

  test("removes what the renderer never writes", () => {
    const attacks = hostileList.filter(({ kind }) => kind === "html" || kind === "drawings");
    for (const { page } of attacks) expect(listHarm(sanitizePage(page)), page).toEqual([]);
    expect(sanitizePage('<p class="other lm-left" name="x" style="color:red">a</p>')).toBe(
      '<p class="lm-left">a</p>',
    );
    expect(sanitizePage('<input type="text" name="a" />')).not.toContain("text");
    expect(sanitizePage('<path d="M0" marker-end="url(//e.com#x)"></path>')).not.toContain("e.com");
  });

  test("lets a line of code pass only if it contains words and coloured words", () => {
    expect(isAllowedLine('a &lt; <span class="lm-k1">b</span> "c"')).toBe(true);
    for (const line of [
      "<b>",
      "a & b",
      '<span class="x">a</span>',
      '<span class="lm-a" id="x">a</span>',
    ]) {
      expect(isAllowedLine(line), line).toBe(false);
    }
  });

  test("is backed by a policy that allows nothing inline", () => {
    expect(contentPolicy).not.toMatch(/unsafe|\*|data:|https?:/);
  });
});

describe("limits", () => {
  test("a page beyond the size limit is refused", async () => {
    const large = "a ".repeat(limits.pageCharacters / 2 + 1);
    await expect(renderer.render(large)).rejects.toThrow(MarkdownError);
    await expect(renderer.render("é".repeat(limits.pageCharacters + 1))).rejects.toMatchObject({
      code: "PAGE_TOO_LARGE",
    });
    await expect(renderer.render("x\n\n".repeat(1_667_000))).rejects.toThrow(
      "at most 1,000,000 characters",
    );
  });

  test("characters are counted, not their bytes", async () => {
    for (const character of ["é", "漢", "😀"])
      expect((await renderer.render(character.repeat(limits.pageCharacters))).html).toContain(
        character,
      );
  });

  test.each([
    ["> ", "a"],
    ["- ", "a"],
  ])("content nested too deeply by %s is omitted, with a warning", async (mark, text) => {
    const { warnings } = await renderer.render(`${mark.repeat(300)}${text}`);
    expect(warnings.map(({ code }) => code)).toEqual(["LIMIT_REACHED"]);
  });

  test("an endless paragraph is plain text, with a warning", async () => {
    const { html, warnings } = await renderer.render(
      "*a* ".repeat(limits.inlineCharacters / 4 + 1),
    );
    expect(html).not.toContain("<em>");
    expect(warnings.map(({ code }) => code)).toEqual(["LIMIT_REACHED"]);
  });

  test("headings beyond the maximum have no anchor, with a warning", async () => {
    const { html, warnings } = await renderer.render("# a\n\n".repeat(limits.headings + 10));
    expect(html.match(/<h1 id=/g)).toHaveLength(limits.headings);
    expect(html.match(/<h1>/g)).toHaveLength(10);
    expect(warnings.map(({ code }) => code)).toEqual(["LIMIT_REACHED"]);
  });

  test("the number of calls to a resolver is bounded", async () => {
    let asked = 0;
    const count = () => {
      asked += 1;
      return null;
    };
    const links = Array.from({ length: 3_000 }, (_, at) => `[a](b${at})`).join("\n\n");
    const embeds = Array.from({ length: 300 }, (_, at) => `{{schema S${at}}}`).join("\n\n");
    await renderer.render(`${links}\n\n${embeds}`, { resolveLink: count, resolveEmbed: count });
    expect(asked).toBe(limits.targets + limits.embeds);
  });

  test("of many links each is written and few are listed: broken ones first, then images", async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => `<https://e.com/${at}>`).join("\n\n");
    const others = "![i](i.png)\n\n![i](i.png)\n\n[gone](gone.md)";
    const page = await renderer.render(`${many}\n\n${others}`, {
      resolveLink: () => null,
      resolveAsset: (src) => ({ src }),
    });
    expect(page.html.match(/<a href="https:/g)).toHaveLength(3_000);
    expect(page.links).toHaveLength(limits.links);
    expect(page.links.slice(0, 3).map(({ target }) => target)).toEqual([
      "gone.md",
      "i.png",
      "https://e.com/0",
    ]);
  });
});

/** The number of characters of HTML measures the work: twice the page must produce at most about twice as many. */
describe("the output grows with the page", () => {
  const patterns = {
    "open brackets": "[",
    links: "[a](",
    stars: "*a ",
    "double stars": "**a *b ",
    ticks: "`a``b```c ",
    angles: "<a ",
    quotes: "> a\n",
    lists: "- a\n",
    cells: "|",
    rows: "a|b\n-|-\n",
    addresses: "http://a.b ",
    containers: ":::note\n",
    tabs: "::::tabs\n:::tab a\n",
    footnotes: "[^1] [^1]: a\n\n",
    entities: "&#",
    embeds: "{{schema X}}\n\n",
    fences: "```ts\na\n```\n",
    headings: "# a\n",
    comments: "<!-- ",
    alerts: "> [!NOTE]\n\n",
    divisions: "<div>\n\n",
    components: "<Note>\n",
    "cells of HTML": "<table><tr><td>",
    expressions: "{a {",
  };

  test.each(Object.entries(patterns))("%s", async (_, pattern) => {
    const measure = async (characters: number) => {
      const { html } = await renderer.render(pattern.repeat(characters / pattern.length));
      return html.length;
    };
    const [small, large] = [await measure(20_000), await measure(40_000)];
    expect(large / small).toBeLessThan(2.3);
  });
});
