import path from "node:path";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";

const root = path.join(import.meta.dirname, "..");

/** What a page of the app imports, each with the most that it may weigh, in kilobytes. */
const entries: readonly (readonly [file: string, kilobytes: number])[] = [
  ["packages/openapi/src/check/check-text.ts", 150],
  ["packages/curl/src/parse-curl.ts", 60],
  ["packages/reference/src/samples/languages/list-samples.ts", 30],
];

describe("what runs in a browser", () => {
  it.each(entries)("%s needs nothing of Node, and no generated code", async (file, kilobytes) => {
    const bundle = await rolldown({
      input: path.join(root, file),
      platform: "browser",
      logLevel: "silent",
    });
    const { output } = await bundle.generate({ format: "es", minify: true });
    await bundle.close();
    const chunks = output.filter((part) => part.type === "chunk");
    expect(
      chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]),
    ).toEqual([]);
    const code = chunks.map((chunk) => chunk.code).join("\n");
    // A policy without 'unsafe-eval' refuses both.
    expect(code).not.toMatch(/\bnew Function\b|\beval\(/);
    expect(code).not.toMatch(/\bBuffer\b|\bprocess\./);
    expect(code.length / 1024).toBeLessThan(kilobytes);
  });
});
