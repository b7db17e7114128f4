import { describe, expect, it } from "vitest";
import { listWarnings, renderHtml } from "../testing/render.ts";
import { findAliases } from "./heading-aliases.ts";

describe("the anchors of other tools", () => {
  it.each([
    ["build.target", "buildtarget", ["build-target"]],
    ["What’s new?", "whats-new", ["what-s-new"]],
    ["A & B", "a--b", ["a-b"]],
    ["3. Café_bar", "3-café_bar", ["_3-cafe-bar", "3-cafe_bar"]],
    ["Install", "install", []],
  ])("give %j more anchors than %j", (text, id, anchors) => {
    expect([...findAliases([{ id, text }]).keys()]).toEqual(anchors);
  });

  it("are numbered as the tool numbers them", () => {
    const headings = [0, 1].map((at) => ({ id: `ab${at === 0 ? "" : "-1"}`, text: "a.b" }));
    expect([...findAliases(headings)]).toEqual([
      ["a-b", "ab"],
      ["a-b-1", "ab-1"],
      ["ab_1", "ab-1"],
    ]);
  });

  it("lead to the heading, whose own id does not change", async () => {
    const html = await renderHtml("## build.target\n\n[a](#build-target) [b](#buildtarget)");
    expect(html).toContain('<h2 id="buildtarget"><span id="build-target"></span>build.target');
    expect(html.match(/<a href="#buildtarget">/g)).toHaveLength(2);
    expect(await listWarnings("## build.target\n\n[a](#build-targets)")).toEqual([
      "3 LINK_UNRESOLVED",
    ]);
  });

  it("yield to a heading whose own id is the same", async () => {
    const html = await renderHtml("## a.b\n\n## A-B\n\n[x](#a-b)");
    expect(html).not.toContain('<span id="a-b"');
    expect(html).toContain('<a href="#a-b">x');
  });
});
