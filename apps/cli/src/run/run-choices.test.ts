import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder } from "../testing/spawn-lintel.ts";
import { parseReportTargets, prepareReportTargets, writeReport } from "./report-target.ts";
import { readVariables } from "./variables.ts";

describe("variables", () => {
  it("are texts after =, JSON after :=", () => {
    expect(
      readVariables([], ["a=5", "b:=5", "c=x=y", "d=", 'e:=["x"]', "f.g-h=1", "i:=null"]),
    ).toEqual({ a: "5", b: 5, c: "x=y", d: "", e: ["x"], "f.g-h": "1", i: null });
  });

  it("of files are JSON or lines; later ones override, --var last", async () => {
    await using folder = await makeFolder();
    const json = path.join(folder.path, "a.json");
    const lines = path.join(folder.path, "b.env");
    writeFileSync(json, '\uFEFF{"user":"json","limit":5,"deep":{"x":[1]},"only":true}');
    writeFileSync(lines, '# comment\nuser=lines\nquoted="a b # c"\nexport exported=1\n\nlimit=6\n');
    expect(readVariables([json, lines], ["limit:=7"])).toEqual({
      user: "lines",
      limit: 7,
      deep: { x: [1] },
      only: true,
      quoted: "a b # c",
      exported: "1",
    });
  });

  it.each([
    [[], ["novalue"], '--var cannot be "novalue"'],
    [[], ["=x"], '--var cannot be "=x"'],
    [[], ["1a=x"], '"1a" (--var) cannot be the name'],
    [[], ["a b=x"], '"a b" (--var) cannot be the name'],
    [[], ["a:=oops"], "The value of --var a:= is not JSON"],
    [["/nonexistent/v.json"], [], "cannot be read"],
  ])("refuse files %j and values %j", (files, pairs, what) => {
    expect(() => readVariables(files, pairs)).toThrow(what);
  });

  it("refuse a file with other content", async () => {
    await using folder = await makeFolder();
    const file = path.join(folder.path, "v.json");
    for (const text of ["[1]", "5", "{broken", ""]) {
      writeFileSync(file, text);
      expect(() => readVariables([file], []), text).toThrow(file);
    }
  });
});

describe("reports", () => {
  it("have a format and a path, which may contain =", () => {
    expect(parseReportTargets(["junit=a/b.xml", "html=x=y.html", "json=-"], false)).toEqual([
      { format: "junit", path: "a/b.xml" },
      { format: "html", path: "x=y.html" },
      { format: "json", path: "-" },
    ]);
  });

  it.each(["xml=a", "junit", "junit=", "=a", ""])("refuse --report %j", (text) => {
    expect(() => parseReportTargets([text], false)).toThrow("--report cannot be");
  });

  it("refuse two documents on stdout", () => {
    expect(() => parseReportTargets(["junit=-", "html=-"], false)).toThrow("share stdout");
    expect(() => parseReportTargets(["junit=-"], true)).toThrow("share stdout");
  });

  it("get their folders before the run, and an invalid path is detected then", async () => {
    await using folder = await makeFolder();
    const file = path.join(folder.path, "deep/er/report.xml");
    const target = { format: "junit", path: file } as const;
    prepareReportTargets([target, { format: "html", path: "-" }]);
    expect(existsSync(path.dirname(file))).toBe(true);
    writeReport(target, "<x/>");
    expect(() => prepareReportTargets([{ format: "junit", path: folder.path }])).toThrow("folder");
    const behind = path.join(file, "below-a-file.xml");
    expect(() => prepareReportTargets([{ format: "junit", path: behind }])).toThrow(behind);
    mkdirSync(path.join(folder.path, "in-the-way"));
    expect(() =>
      writeReport({ format: "html", path: path.join(folder.path, "in-the-way") }, ""),
    ).toThrow("cannot be written");
  });
});
