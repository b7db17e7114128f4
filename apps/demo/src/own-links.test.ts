import { describe, expect, it } from "vitest";
import { dropForeignLinks } from "./own-links.ts";

const published = new Set(["cli.md", "deep/page.md"]);

describe("links of Lintel's documentation", () => {
  it.each([
    ["see [cli](cli.md#run)", "guide.md", "see [cli](cli.md#run)"],
    ["see [cli](../cli.md)", "deep/page.md", "see [cli](../cli.md)"],
    [
      "[here](#part), [site](https://a.test/x)",
      "guide.md",
      "[here](#part), [site](https://a.test/x)",
    ],
    ["the [README](../README.md#in-ci) has it", "guide.md", "the README (`README.md`) has it"],
    ["[deploy/x.cfg](../deploy/x.cfg)", "guide.md", "`deploy/x.cfg`"],
    ["[alerts](examples/alerts.yaml)", "guide.md", "alerts (`docs/examples/alerts.yaml`)"],
    ["![picture](gone.png)", "guide.md", "![picture](gone.png)"],
  ])("%s of %s becomes %s", (text, page, expected) => {
    expect(dropForeignLinks(text, page, published)).toBe(expected);
  });
});
