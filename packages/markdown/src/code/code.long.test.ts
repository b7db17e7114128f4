import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRenderer } from "../create-renderer.ts";
import { markdownStylesheet } from "../stylesheet.ts";
import { listWarnings, renderHtml } from "../testing/render.ts";
import { limits } from "../values/limits.ts";
import { makeColourer } from "./colour-code.ts";
import { findLanguage, languages, loadLanguage } from "./languages.ts";
import { readFenceInfo } from "./read-fence-info.ts";
import { codeColours, codeGround, codeText } from "./theme.ts";

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\``;

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

describe("what follows the opening of a code block", () => {
  test.each([
    ['ts title="a b.ts" {1,3-5} showLineNumbers', "ts", "a b.ts", [1, 3, 4, 5], true],
    ["ts:line-numbers {2} [a.ts]", "ts", "a.ts", [2], true],
    ["ts{1}", "ts", null, [1], false],
    ["js title='x' {9}", "js", "x", [9], false],
    ["c++ title=x.cpp", "c++", "x.cpp", [], false],
    ["", "", null, [], false],
    ["ts showLineNumbersNot {a} {0-}", "ts", null, [], false],
  ])("%s", (info, language, title, marked, hasLineNumbers) => {
    const read = readFenceInfo(info);
    const lines = Array.from({ length: 9 }, (_, at) => at + 1).filter((line) =>
      read.marked.some(({ from, to }) => from <= line && line <= to),
    );
    expect([read.language, read.title, lines, read.hasLineNumbers]).toEqual([
      language,
      title,
      marked,
      hasLineNumbers,
    ]);
  });
});

describe("code", () => {
  test("has its title, its numbers and its marked lines", async () => {
    const html = await renderHtml(fence('ts title="<a>.ts" {2} showLineNumbers', "a;\nb;"));
    expect(html).toContain('<figure class="lm-code lm-numbered">');
    expect(html).toContain('<figcaption class="lm-code-title">&lt;a&gt;.ts</figcaption>');
    expect(html.match(/<span class="lm-line">/g)).toHaveLength(1);
    expect(html.match(/<span class="lm-line lm-marked">/g)).toHaveLength(1);
  });

  test("in an unknown language is plain, with a warning", async () => {
    expect(await renderHtml(fence("nonsense", "a < b"))).toContain("a &lt; b");
    expect(await listWarnings(`x\n\n${fence("nonsense", "a")}`)).toEqual([
      "3 CODE_LANGUAGE_UNKNOWN",
    ]);
    expect(await listWarnings(fence("text", "a"))).toEqual([]);
  });

  test("beyond the colouring limit is plain, with a warning", async () => {
    const long = "const a = 1;\n".repeat(limits.codeCharacters / 13 + 1);
    expect(await listWarnings(fence("ts", long))).toEqual(["1 CODE_NOT_COLOURED"]);
    expect(textOf(await renderHtml(fence("ts", long)))).toContain(long);
  });

  test("beyond the colouring limit of one page is coloured on its own page", async () => {
    const { render } = createRenderer();
    const block = (name: string) => fence("json", `"${name}"\n`.repeat(12_000 / name.length));
    const page = Array.from({ length: 30 }, (_, at) => block(`block ${at + 10}`)).join("\n\n");
    const { warnings } = await render(page);
    expect(warnings.length).toBeGreaterThan(0);
    expect((await render(block("block 39"))).warnings).toEqual([]);
  });

  test("keeps every character, in every language", async () => {
    const code = 'a <b attr="c"> & \'d\' {{ e }} // f\n\n\t#include <g>\n$h = `i` + "é🎉";';
    for (const language of languages) {
      const html = await renderHtml(fence(language, code));
      expect(textOf(html), language).toBe(`${code}\n`);
    }
  });

  test("is the same if its lines were cached before, in any state", async () => {
    const lines = ['const a = "b";', "/* open", "close */ let c;", "`${d", "}`", "", "// e"];
    const often = makeColourer();
    await often.prepare(["typescript"]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...lines), { maxLength: 12 }), async (code) => {
        const once = makeColourer();
        await once.prepare(["typescript"]);
        expect(often.colour(code, "typescript")).toEqual(once.colour(code, "typescript"));
      }),
      { numRuns: 30 },
    );
  });

  test("in a language under another name is coloured as that language", async () => {
    expect(findLanguage("YML")).toBe("yaml");
    expect(findLanguage("constructor")).toBeUndefined();
    expect(findLanguage("text")).toBeNull();
    await expect(loadLanguage("nonsense")).rejects.toThrow("No language");
  });
});

/** Relative luminance and contrast of WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// Three of the colours are for text on a background of its own, which is not drawn.
const onGround = codeColours.filter(({ light }) => !["#ffffff", "#e7ecf0"].includes(light));

test("every colour of code is legible in both themes", () => {
  expect(onGround.length).toBeGreaterThan(8);
  for (const { light, dark } of [...onGround, codeText]) {
    expect(contrast(light, codeGround.light), light).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark, codeGround.dark), dark).toBeGreaterThanOrEqual(4.5);
  }
});

test("every colour has its class in the stylesheet", async () => {
  const html = await renderHtml(fence("ts", '// a\nconst b: C = d("e") + 1;'));
  const classes = new Set([...html.matchAll(/class="(lm-k\d+)/g)].map(([, name]) => name));
  expect(classes.size).toBeGreaterThan(3);
  for (const name of classes) expect(markdownStylesheet).toContain(`.${name}{color:`);
});
