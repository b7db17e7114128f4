import { expect, it } from "vitest";
import { diffLines } from "./diff-lines.ts";

const show = (first: string, second: string) =>
  diffLines(first, second).map(({ sign, text }) => `${sign}${text}`);

it("keeps the lines that both texts have", () => {
  expect(show("a\nb\nc", "a\nx\nc\nd")).toEqual([" a", "-b", "+x", " c", "+d"]);
  expect(show("", "a")).toEqual(["-", "+a"]);
  expect(show("a", "a")).toEqual([" a"]);
});

it("shows long texts one after the other", () => {
  const long = Array.from({ length: 500 }, (_, at) => String(at)).join("\n");
  expect(diffLines(long, "a")).toHaveLength(501);
});
