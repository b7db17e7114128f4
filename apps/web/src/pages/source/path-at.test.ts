import { describe, expect, it } from "vitest";
import { kindAt } from "./document-members.ts";
import { pathInJson, pathInYaml } from "./path-at.ts";

/** The place at `|`. */
function place(read: typeof pathInYaml, text: string) {
  const at = text.indexOf("|");
  const found = read(text.slice(0, at), at);
  return found === null ? null : [found.path.join(" "), found.member, text.slice(found.from, at)];
}

describe("the place of a cursor in YAML", () => {
  it.each([
    ["ope|", ["", null, "ope"]],
    ["info:\n  tit|", ["info", null, "tit"]],
    ["info:\n  title: Shop\n  |", ["info", null, ""]],
    ["paths:\n  /a:\n    get:\n      tags: [x]\n      resp|", ["paths /a get", null, "resp"]],
    [
      "paths:\n  /a:\n    get:\n      parameters:\n        - name: a\n          in: qu|",
      ["paths /a get parameters", "in", "qu"],
    ],
    [
      "paths:\n  /a:\n    get:\n      parameters:\n      - name: a\n        sch|",
      ["paths /a get parameters", null, "sch"],
    ],
    ["paths:\n  /a:\n    get:\n      tags:\n        - bo|", ["paths /a get tags", null, "bo"]],
    ["a:\n  b: 1\n# note\n\nc:\n  'd e':\n    f|", ["c d e", null, "f"]],
    ["servers:\n- url: x\n  desc|", ["servers", null, "desc"]],
    ["# $r|", null],
  ])("%j", (text, expected) => {
    expect(place(pathInYaml, text)).toEqual(expected);
  });
});

describe("the place of a cursor in JSON", () => {
  it.each([
    ['{"ope|', ["", null, '"ope']],
    ['{"info": {"title": "a", "ver|', ["info", null, '"ver']],
    [
      '{"paths": {"/a": {"get": {"tags": ["x"], "parameters": [{"in": "qu|',
      ["paths /a get parameters", "in", '"qu'],
    ],
    ['{"a": "\\"}", "tags": ["b|', ["", "tags", '"b']],
    ["|", null],
  ])("%j", (text, expected) => {
    expect(place(pathInJson, text)).toEqual(expected);
  });
});

describe("the kind of object at a path", () => {
  it.each([
    ["", "document"],
    ["paths /a get responses 200 content a/b schema properties x", "schema"],
    ["paths /a get callbacks on {$url} post", "operation"],
    ["components securitySchemes x flows implicit", "flow"],
    ["paths /a get nothing x", null],
    ["info title", null],
  ])("%s is %s", (path, kind) => {
    expect(kindAt(path === "" ? [] : path.split(" "))).toBe(kind);
  });
});
