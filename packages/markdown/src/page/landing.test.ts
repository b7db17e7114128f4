import { expect, test } from "vitest";
import { render, renderHtml } from "../testing/render.ts";

const page = (yaml: string, body = "") => `---\nlayout: home\n${yaml}\n---\n${body}`;

test("a landing page of VitePress shows its hero, its buttons and its features", async () => {
  const source = page(
    `hero:
  name: Books
  text: A shop of *paper*
  tagline: Read <em>more</em>
  actions:
    - theme: brand
      text: Get started
      link: /guide/
    - text: Code
      link: https://example.com/a_b
features:
  - icon: x
    title: Quick & "small"
    details: Starts in a **moment**
    link: /quick
  - title: Plain`,
    "More.",
  );
  const resolveLink = ({ target }: { readonly target: string }) => ({ href: `/at${target}` });
  const { html, headings, links, text } = await render(source, { resolveLink });
  expect(headings.map(({ text: title }) => title)).toEqual(["Books"]);
  expect(html).toContain("<strong>A shop of *paper*</strong>");
  expect(html).toContain("<p>Read more</p>");
  expect(html).toContain('<a href="/at/guide/">Get started</a>');
  expect(html).toContain('href="https://example.com/a_b"');
  expect(html).toMatch(/class="lm-cards"[\s\S]*class="lm-card"[\s\S]*<a href="\/at\/quick">/);
  expect(html).toContain('Quick &amp; "small"');
  expect(html).toContain("Starts in a **moment**");
  expect(html.trim()).toMatch(/<p>More\.<\/p>$/);
  expect(links.map(({ target }) => target)).toContain("/quick");
  expect(text.sections[0]?.body).toContain("A shop of");
});

test("a landing page of Starlight has a title; its front matter may be stored apart", async () => {
  const { html } = await render("---\ntemplate: splash\nhero:\n  title: Hi\n  tagline: T\n---\n");
  expect(html).toContain('<h1 id="hi">Hi');
  expect(html).toContain("<strong>T</strong>");
});

test("nothing of a landing page is run", async () => {
  const html = await renderHtml(
    page(`hero:
  name: "<img src=x onerror=alert(1)>[a](javascript:alert(1))"
  actions:
    - text: "x](javascript:alert(1))"
      link: "javascript:alert(1)"
    - text: y
      link: "a> onmouseover=alert(1)"
features:
  - title: 'a" onclick="alert(1)'
    details: "<script>alert(1)</script> {{endpoint x}} :::note"
    link: 'javascript:alert("1")'
  - 7`),
  );
  expect(html).not.toMatch(/<script|<img|href="javascript|<[^>]*\son\w+=/);
});
