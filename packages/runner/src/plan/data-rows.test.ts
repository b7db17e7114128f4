import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataRowsError, parseDataRows } from "./data-rows.ts";

const csv = (text: string) => parseDataRows({ format: "csv", text });
const json = (text: string) => parseDataRows({ format: "json", text });

describe("rows of data", () => {
  it("are read from CSV with a line of names, and values are texts", () => {
    const text = '\uFEFFname, age,note\nann,42,"a, ""b""\nc"\n\nbob,007,\n';
    expect(csv(text)).toEqual([
      { name: "ann", age: "42", note: 'a, "b"\nc' },
      { name: "bob", age: "007", note: "" },
    ]);
  });

  it("are read from JSON with their types", () => {
    expect(json('[{"a": 1, "b": {"c": null}}]')).toEqual([{ a: 1, b: { c: null } }]);
  });

  it("read back what was written as CSV", () => {
    const cell = fc.string().map((text) => text.replaceAll(/[\r\0]/g, "").trim());
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (lines) => {
        const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = ["a,b", ...lines.map((line) => line.map(quote).join(","))].join("\n");
        expect(csv(text)).toEqual(lines.map(([a, b]) => ({ a, b })));
      }),
    );
  });

  it("treat __proto__ like any other name", () => {
    const [row] = csv("__proto__,a\nx,1\n");
    expect(JSON.stringify(row)).toBe('{"__proto__":"x","a":"1"}');
  });

  it.each([
    ["csv", ""],
    ["csv", "a,b\n"],
    ["csv", "a,a\n1,2\n"],
    ["csv", "a,\n1,2\n"],
    ["csv", "a,b\n1\n"],
    ["csv", 'a\n"open\n'],
    ["json", "{"],
    ["json", "{}"],
    ["json", "[]"],
    ["json", "[1]"],
    ["json", "[[]]"],
  ] as const)("refuse %s %j with a message", (format, text) => {
    expect(() => parseDataRows({ format, text })).toThrow(DataRowsError);
    expect(() => parseDataRows({ format, text })).toThrow(/\.$/);
  });
});
