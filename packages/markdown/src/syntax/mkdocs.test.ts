import { expect, test } from "vitest";
import { listWarnings, renderHtml } from "../testing/render.ts";

test("admonitions of MkDocs are callouts, folded ones details", async () => {
  const html = await renderHtml(
    '!!! warning "Mind *it*"\n    a\n\n    - b\n\n        c\n\nd\n\n??? note\n    e\n\n???+ tip "Open"\n    f\n\n!!! quote\n    g',
  );
  expect(html).toContain('<div class="lm-callout lm-callout-warning">');
  expect(html).toContain("Mind <em>it</em></p>");
  expect(html).toMatch(/<li>\n<p>b<\/p>\n<p>c<\/p>\n<\/li>\n<\/ul>\n<\/div>\n<p>d<\/p>/);
  expect(html).toContain('<details class="lm-details">\n<summary>Note</summary>');
  expect(html).toContain('<details class="lm-details" open>\n<summary>Open</summary>');
  expect(html).toContain('<p class="lm-callout-title">Quote</p>');
});

test("kinds are case-insensitive, and an unknown kind is a note with its name", async () => {
  const html = await renderHtml(
    "!!! Tip\n    a\n\n!!! WARNING\n    b\n\n!!! Example\n    c\n\n/// Hint\nd\n///",
  );
  expect(html.match(/lm-callout-(?!title)[a-z]+/g)).toEqual([
    "lm-callout-tip",
    "lm-callout-warning",
    "lm-callout-note",
    "lm-callout-tip",
  ]);
  expect(html.match(/lm-callout-title">[^<]+/g)).toEqual([
    'lm-callout-title">Tip',
    'lm-callout-title">Warning',
    'lm-callout-title">Example',
    'lm-callout-title">Tip',
  ]);
  expect(await renderHtml("!!! constructor\n    a")).toContain("Constructor");
});

test("adjacent tabs of MkDocs are one group", async () => {
  const html = await renderHtml(
    '=== "A"\n\n    ```sh\n    ls\n    ```\n\n=== "B"\n\n    !!! tip\n        b\n\nc\n\n=== "C"\n    d',
  );
  expect(html.match(/class="lm-tab-label">[^<]+/g)).toEqual([
    'class="lm-tab-label">A',
    'class="lm-tab-label">B',
    'class="lm-tab-label">C',
  ]);
  expect(html.match(/<fieldset/g)).toHaveLength(2);
  expect(html).toContain('<code class="language-sh">');
  expect(html).toContain("lm-callout-tip");
});

test("blocks between slashes are containers, in code they are code", async () => {
  const html = await renderHtml("/// tip | Good *to* know\na\n///\n\n```\n/// tip\n```");
  expect(html).toContain("Good <em>to</em> know</p>");
  expect(html).toContain("/// tip\n</code>");
  expect(await listWarnings("/// other\na\n///")).toEqual([]);
});

test("a heading underlined by equal signs, and an exclamation, do not change", async () => {
  expect(await renderHtml("A\n===")).toContain("<h1");
  expect(await renderHtml("a\n!!! b c\nd")).toContain("<p>a");
  expect(await renderHtml("=== a ===")).toBe("<p>=== a ===</p>");
});
