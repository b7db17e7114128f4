import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listWarnings, render } from "../testing/render.ts";
import { splitFrontMatter } from "./split-front-matter.ts";
import { updateFrontMatter } from "./update-front-matter.ts";

const page =
  '---\r\n# of the page\r\ntitle: "Old: one" # shown\r\norder: 3\r\ndescription: >\r\n  two\r\n  lines\r\ntags: [a,  b]\r\n---\r\n# Text\r\n';

describe("front matter", () => {
  test("is read; unknown keys are kept, with a warning", async () => {
    const { frontMatter, warnings } = await render(`\uFEFF${page}`);
    expect(frontMatter.fields).toEqual({
      title: "Old: one",
      order: 3,
      description: "two lines\n",
    });
    expect(frontMatter.others).toEqual({ tags: ["a", "b"] });
    expect(frontMatter.source).toBe(`\uFEFF${page.slice(0, page.indexOf("# Text"))}`);
    expect(warnings.map(({ line, code }) => [line, code])).toEqual([
      [8, "FRONT_MATTER_KEY_UNKNOWN"],
    ]);
  });

  test.each([
    ["order: many", "2 FRONT_MATTER_VALUE_INVALID"],
    ["title: [a]", "2 FRONT_MATTER_VALUE_INVALID"],
    ["a: &x 1\ntitle: *x", "1 FRONT_MATTER_INVALID"],
    ["title: 'open", "1 FRONT_MATTER_INVALID"],
    ["just text", "1 FRONT_MATTER_INVALID"],
  ])("%s is omitted, with a warning", async (yaml, warning) => {
    const found = await listWarnings(`---\n${yaml}\n---\nx`);
    expect(found.map((one) => one.replace(/^\d+ (FRONT_MATTER_INVALID)/, "1 $1"))).toContain(
      warning,
    );
    expect((await render(`---\n${yaml}\n---\nx`)).html).toBe("<p>x</p>\n");
  });

  test("too long is not read", async () => {
    expect(await listWarnings(`---\ntitle: ${"x".repeat(20_000)}\n---\nx`)).toEqual([
      "1 FRONT_MATTER_INVALID",
    ]);
  });

  test("a number or a word of YAML is a title as it is written", async () => {
    expect((await render("---\ntitle: 2026\nslug: true\n---\n")).frontMatter.fields).toEqual({
      title: "2026",
      slug: "true",
    });
  });
});

test("any text is its head and its body, byte for byte", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("---", "\n", "\r\n", "a: b", "\uFEFF", "...", " ")),
      (parts) => {
        const source = parts.join("");
        const { head, body } = splitFrontMatter(source);
        expect(head + body).toBe(source);
      },
    ),
  );
});

describe("one key is changed", () => {
  test("and every other byte is preserved, including comments, line ends and the byte order mark", () => {
    expect(updateFrontMatter(`\uFEFF${page}`, "title", "New")).toBe(
      `\uFEFF${page.replace('"Old: one" #', "New #")}`,
    );
    expect(updateFrontMatter(page, "order", 4)).toBe(page.replace("order: 3", "order: 4"));
  });

  test("with all its lines", () => {
    expect(updateFrontMatter(page, "description", "short")).toBe(
      page.replace(">\r\n  two\r\n  lines", "short"),
    );
  });

  test("or added, or removed", () => {
    expect(updateFrontMatter(page, "slug", "x")).toBe(
      page.replace("b]\r\n---", "b]\r\nslug: x\r\n---"),
    );
    expect(updateFrontMatter(page, "order", null)).toBe(page.replace("order: 3\r\n", ""));
    expect(updateFrontMatter("text\r\n", "title", "T")).toBe("---\r\ntitle: T\r\n---\r\ntext\r\n");
    expect(updateFrontMatter("text", "title", null)).toBe("text");
  });

  test("to any text, which is read back unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 60 }), async (title) => {
        const written = updateFrontMatter("---\norder: 1\n---\nbody", "title", title);
        const { frontMatter } = await render(written);
        expect(frontMatter.fields).toEqual({ order: 1, title });
        expect(written.endsWith("---\nbody")).toBe(true);
      }),
    );
  });

  test("or refused if it cannot be separated from others", () => {
    expect(() => updateFrontMatter("---\n{title: a, order: 1}\n---\n", "title", "b")).toThrow(
      "cannot be changed by itself",
    );
  });
});
