import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const read = (specifier: string): string =>
  readFileSync(fileURLToPath(import.meta.resolve(specifier)), "utf8");

describe("the stylesheet of a reference", () => {
  const styles = read("@lintel/reference/reference.css");

  it("has no colours of its own", () => {
    expect(
      styles.match(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab|lab|lch|light-dark)\(/gi),
    ).toBeNull();
  });

  it("uses colours that the tokens have", () => {
    const tokens = read("@lintel/tokens/tokens.css");
    const used = new Set(Array.from(styles.matchAll(/var\((--[a-z-]+)/g), ([, name]) => name));
    const own = new Set(["--ref-mono", "--font-mono"]);
    const missing = [...used].filter(
      (name) => name !== undefined && !own.has(name) && !tokens.includes(`${name}:`),
    );
    expect(missing).toEqual([]);
    expect(used.size).toBeGreaterThan(8);
  });
});
