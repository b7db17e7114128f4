import { describe, expect, it } from "vitest";
import { cleanText, defuseCommands, showValue } from "./clean-text.ts";
import { formatDuration } from "./format-duration.ts";
import { choosePaint } from "./paint.ts";
import { renderTable } from "./text-table.ts";
import { measureText } from "./text-width.ts";

describe("texts of others", () => {
  it("lose what a terminal would interpret", () => {
    expect(cleanText("a\nb\tc\u001b[31mred\u0007\u009b1m\u202ex")).toBe(
      "a\\nb\\tc\\u{1b}[31mred\\u{07}\\u{9b}1m\\u{202e}x",
    );
    expect(cleanText("Zoë ✓ 日本 👍")).toBe("Zoë ✓ 日本 👍");
  });

  it("are shown as JSON and cut", () => {
    expect(showValue({ a: "b" })).toBe('{"a":"b"}');
    expect(showValue(undefined)).toBe("nothing");
    expect(showValue("x".repeat(500), 20)).toBe(`"${"x".repeat(19)}…`);
  });

  it.each([
    ["::error::boo", ": :error::boo"],
    ["   ::set-output name=a::b", "   : :set-output name=a::b"],
    ["a ##[add-mask]b", "a # #[add-mask]b"],
    ["a :: b", "a :: b"],
  ])("are not workflow commands: %s", (line, expected) => {
    expect(defuseCommands(line)).toBe(expected);
  });
});

describe("aligned columns", () => {
  it("count wide characters twice and combining marks not at all", () => {
    expect(measureText("abc")).toBe(3);
    expect(measureText("日本")).toBe(4);
    expect(measureText("e\u0301")).toBe(1);
    expect(measureText("✓")).toBe(1);
  });

  it("are as wide as their widest cell, without blanks at the end", () => {
    expect(
      renderTable(
        ["NAME", "ID"],
        [
          ["日本語", "1"],
          ["a", "22"],
        ],
      ),
    ).toEqual(["NAME    ID", "日本語  1", "a       22"]);
  });
});

it.each([
  [0, "0 ms"],
  [999.4, "999 ms"],
  [999.6, "1.0 s"],
  [59_949, "59.9 s"],
  [59_990, "1 min 0 s"],
  [125_000, "2 min 5 s"],
])("%d ms are shown as %s", (milliseconds, reported) => {
  expect(formatDuration(milliseconds)).toBe(reported);
});

describe("colours", () => {
  const isColoured = (env: Record<string, string>, isTerminal: boolean) =>
    choosePaint(env, isTerminal)("red", "x") !== "x";

  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: "1" }, true, false],
    [{ NO_COLOR: "1", FORCE_COLOR: "1" }, true, false],
    [{ NO_COLOR: "" }, true, true],
    [{ TERM: "dumb" }, true, false],
    [{ FORCE_COLOR: "1" }, false, true],
    [{ FORCE_COLOR: "0" }, false, false],
  ])("with %j, in a terminal: %s", (env, isTerminal, expected) => {
    expect(isColoured(env, isTerminal)).toBe(expected);
  });
});
