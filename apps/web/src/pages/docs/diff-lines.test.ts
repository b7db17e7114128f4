import { describe, expect, it } from "vitest";
import { diffLines } from "./diff-lines.ts";

describe("the lines of two texts", () => {
  it("are those removed and added, near them equal ones, and the number of others", () => {
    const before = Array.from({ length: 10 }, (_, at) => `line ${at}`).join("\n");
    const shown = diffLines(before, before.replace("line 9", "last"));
    expect(shown).toEqual([
      { kind: "fold", count: 6 },
      { kind: "same", text: "line 6" },
      { kind: "same", text: "line 7" },
      { kind: "same", text: "line 8" },
      { kind: "removed", text: "line 9" },
      { kind: "added", text: "last" },
    ]);
  });

  it("of an empty text are all new", () => {
    expect(diffLines("", "one\n")).toEqual([{ kind: "added", text: "one" }]);
  });
});
