import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openDocsScene, readPaths } from "./docs.testing.ts";
import { pull, push, type Files } from "./sync.testing.ts";

const word = fc.constantFrom(
  "a",
  "B",
  "é",
  "e\u0301",
  "日本",
  "x y",
  "v",
  "index",
  "README",
  "😀",
  "a-b",
);
const prefix = fc.constantFrom("", "", "01-", "2. ", "10_", "2026-", "1.0-");
const name = fc.tuple(prefix, word).map(([number, text]) => number + text);
const lineEnd = fc.constantFrom("\n", "\r\n");

const entry = fc.oneof(
  fc.constantFrom(
    "title: A title",
    "title: 'Quoted # not a comment'",
    'title: "é\\n"',
    "title: 2026",
  ),
  fc.constantFrom("order: 3", "order: -1 # first", "order: high", "icon: book", "icon: [a]"),
  fc.constantFrom(
    "# a comment",
    "",
    "tags:\n  - a\n  - b",
    "unknown: &x {a: 1}",
    ": not: yaml: [",
    "slug:",
  ),
);

const frontMatter = fc
  .tuple(fc.array(entry, { maxLength: 4 }), lineEnd, fc.constantFrom("---", "...", "--- "))
  .map(([lines, end, close]) =>
    ["---", ...lines.flatMap((line) => line.split("\n")), close, ""].join(end),
  );

const body = fc.oneof(
  fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", "")),
  fc.constantFrom(
    "# Heading *one*\r\n\r\nText",
    "\uFEFFtext",
    "",
    "\r\r\n",
    "---\na: b\n---\n",
    "no end",
  ),
);

const page = fc
  .tuple(fc.constantFrom("", "", "\uFEFF"), fc.option(frontMatter, { nil: "" }), body)
  .map(([mark, head, rest]) => `${mark}${head}${rest}`);

const folderFile = fc
  .tuple(fc.constantFrom("", "\uFEFF"), fc.array(entry, { maxLength: 3 }), lineEnd)
  .map(([mark, lines, end]) => mark + lines.join(end));

const file = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(
      name.map((text) => `${text}.md`),
      page,
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant("_folder.yml"), folderFile) },
);

const folders = fc.array(name, { maxLength: 2 }).map((names) => names.join("/"));

const tree: fc.Arbitrary<Files> = fc
  .array(fc.tuple(folders, file), { maxLength: 12 })
  .map((files) =>
    Object.fromEntries(
      files.map(([folder, [path, text]]) => [folder === "" ? path : `${folder}/${path}`, text]),
    ),
  );

describe("a push and a pull", () => {
  it("return the same bytes in the same order for any tree, whatever was pushed before", async () => {
    const scene = await openDocsScene();
    await fc.assert(
      fc.asyncProperty(tree, async (files) => {
        const pushed = await push(scene, files);
        expect(pushed.status, pushed.text).toBe(200);
        expect(await pull(scene)).toEqual(files);
        const order = await readPaths(scene);
        expect((await push(scene, files)).body).toMatchObject({ changed: [], added: [] });
        expect(await readPaths(scene)).toEqual(order);
      }),
      { numRuns: 100 },
    );
  });
});
