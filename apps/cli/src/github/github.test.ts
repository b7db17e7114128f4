import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { makeStatus } from "../testing/hostile-service.ts";
import { makeFolder } from "../testing/spawn-lintel.ts";
import type { CliRunStatus } from "@lintel/contract/operations/run";
import { appendSummary, escapeMarkdown, renderSummary } from "./step-summary.ts";
import { annotate } from "./workflow-command.ts";

describe("annotations", () => {
  it("escape what would end the command or begin another", () => {
    const title = "Orders/a: 50%, done\r\n::error::x";
    expect(annotate([{ title, text: "one: 1%\ntwo, 2\r" }])).toEqual([
      "::error title=Orders/a%3A 50%25%2C done%0D%0A%3A%3Aerror%3A%3Ax::one: 1%25%0Atwo, 2%0D",
    ]);
  });

  it("are at most as many as GitHub shows, and the last counts the others", () => {
    const lines = annotate(Array.from({ length: 12 }, (_, at) => ({ title: `${at}`, text: "t" })));
    expect(lines).toHaveLength(10);
    expect(lines[9]).toBe("::error title=9::t%0A… and 2 more");
  });
});

describe("the job summary", () => {
  const status = (changes: Record<string, unknown> = {}) =>
    makeStatus("r", changes) as CliRunStatus;

  it("shows counts, and the cases that did not pass", () => {
    const text = renderSummary({
      suite: "Shop/Smoke",
      environment: "Staging",
      status: status({ totalCases: 3, passedCases: 1, failedCases: 2 }),
      hasPassed: false,
      troubles: [{ title: "a | b", text: "<img src=x>\nhttps://example.com *x*" }],
    });
    expect(text).toContain("### ❌ Shop\\/Smoke on Staging");
    expect(text).toContain("| 3 | 1 | 2 | 0 | 0 | 0 | 13 ms |");
    expect(text).toContain(
      "| a \\| b | \\<img src\\=x\\><br>https\\:\\/\\/example\\.com \\*x\\* |",
    );
  });

  it("stays short, however many failed", () => {
    const troubles = Array.from({ length: 5000 }, (_, at) => ({ title: `c${at}`, text: "why" }));
    const text = renderSummary({
      suite: "S",
      environment: null,
      status: status(),
      hasPassed: false,
      troubles,
    });
    expect(text.split("\n").length).toBeLessThan(70);
    expect(text).toContain("… and 4950 more");
  });

  it("is appended, and a failure to write it is not an error", async () => {
    await using folder = await makeFolder();
    const file = path.join(folder.path, "summary.md");
    writeFileSync(file, "before\n");
    expect(appendSummary(file, "after\n")).toBeNull();
    expect(readFileSync(file, "utf8")).toBe("before\nafter\n");
    expect(appendSummary(folder.path, "x")).toBeInstanceOf(Error);
  });

  it("escapes every Markdown character", () => {
    expect(escapeMarkdown("[a](b) `c` _d_ ~e~ #f &lt; @g")).toBe(
      "\\[a\\]\\(b\\) \\`c\\` \\_d\\_ \\~e\\~ \\#f \\&lt\\; \\@g",
    );
  });
});
