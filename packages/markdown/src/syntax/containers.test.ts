import { describe, expect, test } from "vitest";
import { listWarnings, render, renderHtml } from "../testing/render.ts";

describe("callouts", () => {
  test.each(["note", "tip", "info", "important", "warning", "caution", "danger"])(
    "`:::%s` is one with its own class and title",
    async (name) => {
      const html = await renderHtml(`:::${name}\nHello\n:::`);
      const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      expect(html).toContain(`<div class="lm-callout lm-callout-${name}">`);
      expect(html).toContain(`<p class="lm-callout-title">${title}</p>`);
      expect(html).toContain("<p>Hello</p>");
    },
  );

  test("take a title with markup, in brackets as well", async () => {
    expect(await renderHtml(":::note Read *this*\nx\n:::")).toContain(">Read <em>this</em></p>");
    expect(await renderHtml("::: tip [Read this]\nx\n:::")).toContain(">Read this</p>");
  });

  test("of GitHub are the same", async () => {
    const html = await renderHtml("> [!WARNING]\n> Mind the *gap*\n>\n> - and more");
    expect(html).toContain('<div class="lm-callout lm-callout-warning">');
    expect(html).toContain('<p class="lm-callout-title">Warning</p>');
    expect(html).toContain("<p>Mind the <em>gap</em></p>");
    expect(html).not.toContain("blockquote");
    expect(html).not.toContain("[!");
  });

  test("a quote that only looks like one stays a quote", async () => {
    expect(await renderHtml("> [!OTHER]\n> x")).toContain("<blockquote>");
  });
});

test("details are folded unless marked open", async () => {
  expect(await renderHtml(":::details More\nx\n:::")).toContain(
    '<details class="lm-details">\n<summary>More</summary>',
  );
  expect(await renderHtml(":::details More {open}\nx\n:::")).toContain(
    '<details class="lm-details" open>',
  );
});

test("tabs are radio buttons of one group, the first one chosen, each with its label and panel", async () => {
  const html = await renderHtml("::::tabs\n:::tab One\na\n:::\n:::tab Two\nb\n:::\n::::");
  const choices = [...html.matchAll(/<input type="radio" name="([^"]+)" id="([^"]+)"[^>]*>/g)];
  expect(choices).toHaveLength(2);
  expect(new Set(choices.map(([, name]) => name)).size).toBe(1);
  expect(choices.map(([all]) => all.includes("checked"))).toEqual([true, false]);
  for (const [, , id] of choices) expect(html).toContain(`<label for="${id}"`);
  expect(html).toContain("<p>a</p>");
  expect(html).toContain("<p>b</p>");
});

test("a tab group with as many colons as its tabs is parsed as intended", async () => {
  const html = await renderHtml(":::tabs\n:::tab One\na\n:::\n:::tab Two\nb\n:::\n:::\n\nafter");
  expect(html.match(/type="radio"/g)).toHaveLength(2);
  expect(html.endsWith("</fieldset>\n<p>after</p>")).toBe(true);
});

test("a tab outside a group is shown as a section, with a warning", async () => {
  expect(await renderHtml(":::tab One\na\n:::")).toContain('<p class="lm-tab-title">One</p>');
  expect(await listWarnings("x\n\n:::tab One\na\n:::")).toEqual(["3 TAB_OUTSIDE_TABS"]);
});

test("the code blocks of a group become tabs by their names", async () => {
  const html = await renderHtml(
    ":::code-group\n```ts [a.ts]\n1\n```\n```sh\n2\n```\n```\n3\n```\n:::",
  );
  const labels = [...html.matchAll(/class="lm-tab-label">([^<]*)</g)].map(([, label]) => label);
  expect(labels).toEqual(["a.ts", "sh", "Code 3"]);
  expect(html).not.toContain("lm-code-title");
});

test("steps keep their list", async () => {
  expect(await renderHtml(":::steps\n1. a\n2. b\n:::")).toContain(
    '<div class="lm-steps">\n<ol>\n<li>a</li>',
  );
});

test("colons in code close nothing", async () => {
  const html = await renderHtml(":::note\n```\n:::\n```\nstill in\n:::\nout");
  expect(html).toContain("<p>still in</p>\n</div>\n<p>out</p>");
});

test("containers can be in lists and contain any block", async () => {
  const html = await renderHtml("- item\n\n  :::note\n  | a |\n  |---|\n  | 1 |\n  :::\n\n  after");
  expect(html).toMatch(
    /<li>[^]*<div class="lm-callout[^]*<table>[^]*<\/div>\n<p>after<\/p>\n<\/li>/,
  );
});

test("an unknown name is text, and a missing end causes a warning", async () => {
  expect(await listWarnings(":::other\nx\n:::")).toEqual(["1 CONTAINER_UNKNOWN"]);
  expect(await listWarnings("a\n\n:::note\nx")).toEqual(["3 CONTAINER_UNCLOSED"]);
  expect((await render(":::other\nx")).html).toContain(":::other");
});
