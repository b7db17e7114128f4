import { describe, expect, it } from "vitest";
import { decideTexts, joinTexts, mergeTexts } from "./merge-texts.ts";

const base = "# Shop\n\nOpens at 9.\n\nCloses at 5.\n";

describe("two changes of a text", () => {
  it("are joined if they are in different lines", () => {
    const mine = base.replace("at 9", "at 8");
    const theirs = base.replace("at 5", "at 6");
    expect(joinTexts(base, mine, theirs)).toBe("# Shop\n\nOpens at 8.\n\nCloses at 6.\n");
  });

  it("leave the lines that both changed to the person", () => {
    const parts = mergeTexts(base, base.replace("at 9", "at 8"), base.replace("at 9", "at 7"));
    expect(joinTexts(base, base.replace("at 9", "at 8"), base.replace("at 9", "at 7"))).toBeNull();
    expect(parts).toContainEqual({
      base: "Opens at 9.\n",
      mine: "Opens at 8.\n",
      theirs: "Opens at 7.\n",
      line: 3,
    });
    expect(decideTexts(parts, ["theirs"])).toBe(base.replace("at 9", "at 7"));
  });
});
