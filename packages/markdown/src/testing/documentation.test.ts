import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { componentNames } from "../elements/components.ts";
import { containerKinds } from "../syntax/container-kinds.ts";
import { render } from "./render.ts";

// docs/markdown.md contains each element twice: in a code block, and rendered.

const file = fileURLToPath(new URL("../../../../docs/markdown.md", import.meta.url));
const page = readFileSync(file, "utf8");
const form = /^(`{3,})markdown\n([\s\S]*?)\n\1\n\n<!-- which shows -->\n\n/gm;
const examples = [...page.matchAll(form)].map((found) => ({
  source: found[2] ?? "",
  behind: page.slice(found.index + found[0].length),
}));

test.each(examples)(
  "the documentation shows its source as rendered: $source",
  async ({ source, behind }) => {
    expect(behind.slice(0, source.length + 1)).toBe(`${source}\n`);
    const { warnings } = await render(source, {
      resolveLink: ({ path }) => ({ href: `/${path}` }),
    });
    expect(warnings).toEqual([]);
  },
);

test("the documentation shows every container, and names every component", async () => {
  expect(examples.length).toBeGreaterThan(15);
  const sources = examples.map(({ source }) => source).join("\n");
  for (const { name } of containerKinds) expect(sources).toMatch(new RegExp(`^:{3,}${name}`, "m"));
  for (const name of componentNames) expect(page).toContain(`\`${name}\``);
});

test("the documentation has no warnings of its own", async () => {
  const { warnings } = await render(page, { resolveLink: ({ path }) => ({ href: `/${path}` }) });
  expect(warnings).toEqual([]);
});
