import { describe, expect, it } from "vitest";
import { createIndexBuilder } from "./build-index.ts";
import { writeExcerpt } from "./excerpt.ts";
import { isOneEdit } from "./one-edit.ts";
import { searchIndex } from "./search-index.ts";
import type { SearchPage } from "./search.types.ts";

const section = (heading: string, text: string) => ({ heading, text });
const page = (title: string, ...sections: SearchPage["sections"]): SearchPage => ({
  title,
  sections,
});

const pages = [
  page("Getting started", section("", "Install it with npm, then register your first plugin.")),
  page(
    "Hooks",
    section("", "Functions that run while a request is handled."),
    section("onRequest", "It is called first. Call `addHook` to register it."),
    section("onClose", "It is called when the server stops."),
  ),
  page("Plugins", section("", "How a plugin is registered."), section("Options", "A prefix.")),
  page("Content types", section("", "Call addContentTypeParser for what is no JSON.")),
  page("Authentication", section("", "Keys and tokens."), section("Scopes", "What a key may do.")),
  page("安装指南", section("", "使用以下命令安装软件。")),
];

function search(query: string, among: readonly SearchPage[] = pages) {
  const builder = createIndexBuilder();
  for (const one of among) builder.add(one);
  const { pages: hits, terms } = searchIndex(builder.finish(), query, 10);
  return hits.map((hit) => ({
    title: among[hit.page]?.title,
    heading: among[hit.page]?.sections[hit.section]?.heading,
    terms,
  }));
}
const titles = (query: string) => search(query).map(({ title }) => title);

describe("the search", () => {
  it("finds a page that holds only some of the words", () => {
    expect(titles("how to register a hook")[0]).toBe("Hooks");
    expect(titles("register unicorns")).toContain("Plugins");
  });

  it("finds other forms of a word, and the words that a name is composed of", () => {
    expect(titles("registering plugins")[0]).toBe("Plugins");
    expect(titles("content type parser")[0]).toBe("Content types");
    expect(titles("authenticate")).toEqual(["Authentication"]);
  });

  it("finds a misspelt word that is one edit away, but not two", () => {
    for (const query of ["authentcation", "autentication", "authenticatoin", "authentucation"])
      expect([query, ...titles(query)]).toEqual([query, "Authentication"]);
    expect(titles("uthentcation")).toEqual([]);
    expect(titles("tokns")).toEqual(["Authentication"]);
  });

  it("treats only the last word as the beginning of a word", () => {
    expect(titles("regist")).toContain("Plugins");
    expect(titles("authen")).toEqual(["Authentication"]);
    expect(titles("auth zebra")).toEqual([]);
  });

  it("links to the best matching section", () => {
    expect(search("server stops")[0]).toMatchObject({ title: "Hooks", heading: "onClose" });
    expect(search("hooks")[0]).toMatchObject({ title: "Hooks", heading: "" });
    expect(search("key scopes")[0]).toMatchObject({ heading: "Scopes" });
  });

  it("ranks a heading that is the query above texts that mention it more often", () => {
    const options = [
      page("Server", section("", "server port"), section("server.ws", "port port of the server")),
      page("Build", section("build.target", "A text."), section("build.targets.all", "Another.")),
      page("Migration", section("", "build target ".repeat(40)), section("The target", "build")),
      page("Port", section("", "x ".repeat(200)), section("server.port", "y ".repeat(300))),
    ];
    const found = (query: string) =>
      search(query, options).map(({ title, heading }) => `${title}: ${heading}`);
    expect(found("build.target")[0]).toBe("Build: build.target");
    expect(found("server.port")[0]).toBe("Port: server.port");
    expect(found("the target")[0]).toBe("Migration: The target");
  });

  it("finds several sections of a page whose headings hold the query, and three at the most", () => {
    const options = [
      page(
        "Proxy",
        section("", "A text."),
        ...["http proxy", "An HTTP proxy", "No http proxy", "http-proxy again"].map((heading) =>
          section(heading, "A text."),
        ),
      ),
      page("Other", section("", "http ".repeat(30)), section("Proxy", "proxy")),
    ];
    const headings = search("http proxy", options).map(({ heading }) => heading);
    expect(headings).toHaveLength(4);
    expect(headings[0]).toBe("http proxy");
    expect(headings.slice(0, 3).every((heading) => /http.proxy/i.test(heading ?? ""))).toBe(true);
  });

  it("counts stop words only if there are no others", () => {
    expect(titles("what is the")).toContain("Hooks");
    expect(titles("what is a token")).toEqual(["Authentication"]);
  });

  it("finds words of a script without spaces", () => {
    expect(titles("安装")).toEqual(["安装指南"]);
  });

  it("finds nothing in an empty index or for punctuation", () => {
    expect(search("hooks", [])).toEqual([]);
    expect(search("hooks", [page("Empty")])).toEqual([]);
    expect(search("empty", [page("Empty")])).toMatchObject([{ title: "Empty" }]);
    for (const query of ["", "   ", "&&& !!! :*", "'\""]) expect(search(query)).toEqual([]);
    expect(titles("__proto__ constructor")).toEqual([]);
  });
});

describe("an excerpt", () => {
  const terms = new Set(["regist", "hook"]);

  it("marks the words that were found, in any form", () => {
    expect(writeExcerpt("Call it to register hooks.", terms)).toBe(
      "Call it to \uE000register\uE001 \uE000hooks\uE001.",
    );
  });

  it("shows the part with the most of them, and ignores marks in the text", () => {
    const text = `${"word ".repeat(200)}hook ${"word ".repeat(200)}register\uE000 a hook${" word".repeat(100)}`;
    const excerpt = writeExcerpt(text, terms);
    expect(excerpt).toContain("\uE000register\uE001 a \uE000hook\uE001");
    expect(excerpt).toMatch(/^….*…$/);
    expect(excerpt.length).toBeLessThan(210);
    expect(excerpt.match(/\uE000/g)).toHaveLength(2);
  });

  it("is the beginning of the text if nothing was found", () => {
    expect(writeExcerpt("A text.", new Set())).toBe("A text.");
  });
});

describe("one edit", () => {
  it.each([
    ["hook", "hook"],
    ["hook", "hok"],
    ["hook", "hoook"],
    ["hook", "hoot"],
    ["hook", "ohok"],
    ["", "a"],
  ])("makes %j %j", (left, right) => {
    expect([isOneEdit(left, right), isOneEdit(right, left)]).toEqual([true, true]);
  });

  it.each([
    ["hook", "ho"],
    ["hook", "hats"],
    ["hook", "koho"],
    ["abcd", "badc"],
    ["", "ab"],
  ])("does not make %j %j", (left, right) => {
    expect([isOneEdit(left, right), isOneEdit(right, left)]).toEqual([false, false]);
  });
});
