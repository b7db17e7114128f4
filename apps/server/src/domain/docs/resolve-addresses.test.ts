import { describe, expect, it } from "vitest";
import { resolveAsset, resolveLink } from "./resolve-addresses.ts";

const pages = {
  byFile: new Map([
    ["index.md", "index"],
    ["guide/01-features.md", "guide/features"],
    ["guide", "guide"],
  ]),
  addresses: new Set(["index", "guide", "guide/features"]),
};

const link = (target: string, folder = "") => {
  const [path = "", fragment = null] = target.split("#");
  return resolveLink(pages, { target, path, fragment }, folder, folder)?.href ?? null;
};

describe("a link", () => {
  it.each([
    ["/guide/features.html#glob-import", "/_base/guide/features#glob-import"],
    ["/guide/01-features.html", "/_base/guide/features"],
    ["/guide/index.html", "/_base/guide"],
    ["/guide/", "/_base/guide"],
    ["/", "/_base/"],
    ["/#start", "/_base/#start"],
    ["/index.html", "/_base/index"],
    ["/index.md", "/_base/index"],
    ["/none.html", null],
  ])("to %j leads to %j", (target, href) => {
    expect(link(target)).toBe(href);
  });

  it("is read from the folder of its page", () => {
    expect(link("features.html", "guide")).toBe("/_base/guide/features");
    expect(link("..", "guide")).toBe("/_base/");
  });
});

describe("an image", () => {
  const size = { width: null, height: null };
  const assets = new Map(
    ["public/logo.svg", "static/img/a.png", "b.png", "public/b.png", "guide/c.png"].map((path) => [
      path,
      size,
    ]),
  );
  const image = (target: string, folder = "guide") =>
    resolveAsset({ assets, allowsExternalImages: false }, target, folder)?.src ?? null;

  it.each([
    ["/logo.svg", "/_base/_assets/public/logo.svg"],
    ["/img/a.png", "/_base/_assets/static/img/a.png"],
    ["@site/static/img/a.png", "/_base/_assets/static/img/a.png"],
    ["/b.png", "/_base/_assets/b.png"],
    ["c.png", "/_base/_assets/guide/c.png"],
    ["logo.svg", null],
  ])("of %j is %j", (target, src) => {
    expect(image(target)).toBe(src);
  });
});
