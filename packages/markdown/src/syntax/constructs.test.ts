import { describe, expect, test } from "vitest";
import { listWarnings, render, renderHtml } from "../testing/render.ts";
import { readReference } from "./embeds.ts";
import { slugHeading } from "./headings.ts";

describe("headings", () => {
  test("get the anchors that GitHub assigns, each once", async () => {
    const { html } = await render("# Get a Book!\n\n## Get a book\n\n## Über `x_y` & z");
    const ids = [...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(["get-a-book", "get-a-book-1", "über-x_y--z"]);
  });

  test("keep an explicit id, with a warning if it is taken", async () => {
    const { html, warnings } = await render("## One {#same}\n\n## Two {#same}\n\n## Same");
    const ids = [...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(["same", "same-1", "same-2"]);
    expect(warnings.map(({ code }) => code)).toEqual(["HEADING_ID_TAKEN"]);
    expect(html).not.toContain("{#");
  });

  test("never get an id that is reserved for the renderer", () => {
    expect(slugHeading("lm-tabs-1")).toBe("section-lm-tabs-1");
    expect(slugHeading("!?")).toBe("section");
  });
});

test("tasks are boxes that cannot be changed and are named by their text", async () => {
  const html = await renderHtml("- [ ] write *it*\n- [x] read\n- [y] no");
  expect(html).toContain('<input type="checkbox" disabled aria-label="write it" />');
  expect(html).toContain('<input type="checkbox" disabled checked aria-label="read" />');
  expect(html).toContain("<li>[y] no</li>");
});

describe("tables", () => {
  test("are aligned by class and can be scrolled with the keyboard", async () => {
    const html = await renderHtml("|a|b|c|\n|:-|:-:|-:|\n|1|2|3|");
    expect(html).toContain('<div class="lm-table" role="group" aria-label="Table" tabindex="0">');
    expect(html).toContain('<th class="lm-left" scope="col">a</th>');
    expect(html).toContain('<td class="lm-center">2</td>');
    expect(html).toContain('<td class="lm-right">3</td>');
  });

  test("beyond the cells of a page are text", async () => {
    const wide = `${"|a".repeat(200)}|\n${"|-".repeat(200)}|\n${"|\n".repeat(150)}`;
    expect(await listWarnings(wide)).toEqual(["1 LIMIT_REACHED"]);
    expect(await renderHtml(wide)).not.toContain("<table");
  });
});

describe("footnotes", () => {
  test("appear at the end in the order of their references, linked in both directions", async () => {
    const html = await renderHtml(
      "A[^b] and B[^a] and C[^b].\n\n[^a]: Of *a*\n\n    more\n[^b]: Of b",
    );
    const refs = [
      ...html.matchAll(/<a href="(#lm-fn-\d)" id="([^"]+)" aria-label="Footnote \d">(\d)</g),
    ];
    expect(refs.map(([, href, id, text]) => [href, id, text])).toEqual([
      ["#lm-fn-1", "lm-fnref-1", "1"],
      ["#lm-fn-2", "lm-fnref-2", "2"],
      ["#lm-fn-1", "lm-fnref-1-2", "1"],
    ]);
    expect(html).toMatch(
      /<li id="lm-fn-1"><p>Of b [^]*#lm-fnref-1"[^]*#lm-fnref-1-2"[^]*<li id="lm-fn-2"><p>Of <em>a<\/em><\/p>\n<p>more /,
    );
  });

  test("without a reference are not shown, with a warning", async () => {
    expect(await listWarnings("x\n\n[^a]: y")).toEqual(["3 FOOTNOTE_UNUSED"]);
    expect(await renderHtml("x\n\n[^a]: y")).toBe("<p>x</p>");
  });

  test("that are undefined are text", async () => {
    expect(await renderHtml("x[^a]")).toBe("<p>x[^a]</p>");
  });
});

test("comments are left out", async () => {
  expect(await renderHtml("a\n\n<!-- not\nthis -->\n\nb")).toBe("<p>a</p>\n<p>b</p>");
  expect(await renderHtml("a <!-- b --> c")).toBe("<p>a  c</p>");
});

describe("embeds", () => {
  test.each([
    ["{{endpoint GET /books/{id}}}", { kind: "endpoint", method: "GET", path: "/books/{id}" }],
    ["{{ endpoint  get /books }}", { kind: "endpoint", method: "GET", path: "/books" }],
    ["{{endpoint listBooks}}", { kind: "endpoint", operationId: "listBooks" }],
    ["{{schema Book}}", { kind: "schema", name: "Book" }],
    [
      "{{endpoint GET /books in api}}",
      { kind: "endpoint", method: "GET", path: "/books", source: "api" },
    ],
    [
      "{{endpoint addBook in v1/api}}",
      { kind: "endpoint", operationId: "addBook", source: "v1/api" },
    ],
    ["{{schema Book in api}}", { kind: "schema", name: "Book", source: "api" }],
    ["{{schema in}}", { kind: "schema", name: "in" }],
    ["{{other x}}", null],
    ["{{schema}}", null],
    ["{{endpoint GET books}}", null],
  ])("%s", (line, reference) => {
    expect(readReference(line)).toEqual(reference);
  });

  test("become cards of the resolver's answer, which is requested once", async () => {
    const asked: unknown[] = [];
    const page = "{{endpoint listBooks}}\n\ntext\n\n{{endpoint listBooks}}";
    const { html, embeds, warnings } = await render(page, {
      resolveEmbed: (reference) => {
        asked.push(reference);
        return {
          kind: "endpoint",
          method: "GET",
          path: "/books/{id}",
          summary: "Reads a <book>",
          deprecated: true,
          href: "/api/books",
          parameters: [
            {
              name: "id",
              in: "path",
              type: [{ text: "string", href: null }],
              badges: ["required"],
              description: "",
              facts: ["At most 20 characters"],
            },
          ],
          body: [],
          responses: [
            { status: "200", type: [{ text: "Book", href: "/api/book" }], description: "A book" },
          ],
        };
      },
    });
    expect(asked).toHaveLength(1);
    expect(html).toContain('<span class="lm-method lm-method-get">GET</span>');
    expect(html).toContain("Reads a &lt;book&gt;");
    expect(html).toContain('<a href="/api/books">');
    expect(html).toContain("<caption>Parameters</caption>");
    expect(html).toContain('<span class="lm-embed-fact">At most 20 characters</span>');
    expect(html).toContain('<td><a href="/api/book">Book</a></td>');
    expect(embeds.map(({ line, resolves }) => [line, resolves])).toEqual([
      [1, true],
      [5, true],
    ]);
    expect(warnings).toEqual([]);
  });

  test("of something missing are reported to readers and writers", async () => {
    const page = "x\n\n{{schema Nothing}}";
    expect(await renderHtml(page)).toContain("There is no schema <code>Nothing</code>.");
    expect(await renderHtml("{{schema A in b}}")).toContain("no schema <code>A in b</code>.");
    expect(await listWarnings(page)).toEqual(["3 EMBED_UNRESOLVED"]);
  });
});

test("a comment that has no end is text", async () => {
  expect(await renderHtml("<!-- a\n\nb --> c")).toBe("<p>c</p>");
  expect(await renderHtml("<!-- a\n<!-- b\n\nc")).toContain("&lt;!-- b");
  expect(await renderHtml("<!-- a -->\n<!-- b\n-->\nc")).toBe("<p>c</p>");
});
