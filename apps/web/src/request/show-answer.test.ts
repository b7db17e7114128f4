import { expect, it } from "vitest";
import { showBytes, showMs, showPretty } from "./show-answer.ts";

const json = [{ name: "content-type", value: "application/json" }];
const pretty = (content: string) => showPretty({ encoding: "text", content, isCut: false }, json);

it("indents JSON and keeps every digit and text", () => {
  expect(pretty('{"a":[1.0,9007199254740993,{}],"b":"{,: \\"}"}')).toBe(
    '{\n  "a": [\n    1.0,\n    9007199254740993,\n    {}\n  ],\n  "b": "{,: \\"}"\n}',
  );
  expect(pretty("{ broken")).toBe("{ broken");
});

it("says what cannot be shown as text", () => {
  const bytes = { encoding: "base64", content: "AA==", isCut: false } as const;
  expect(showPretty(bytes, [{ name: "content-type", value: "image/png" }])).toContain("image/png");
});

it("shows sizes and times in their units", () => {
  expect([showMs(12.6), showMs(1500)]).toEqual(["13 ms", "1.50 s"]);
  expect([showBytes(10), showBytes(2048), showBytes(3_000_000)]).toEqual([
    "10 B",
    "2.0 KB",
    "2.9 MB",
  ]);
});
