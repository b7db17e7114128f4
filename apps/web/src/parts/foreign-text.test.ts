import { describe, expect, it } from "vitest";
import { showForeign, showForeignTitle } from "./foreign-text.ts";

describe("a text of a target", () => {
  it("shows what cannot be seen, and keeps what can", () => {
    expect(showForeign("a\u202egnp.exe\u001b[2J\tb\r\nc é 日本 🇫🇷")).toBe(
      "a⟨U+202E⟩gnp.exe⟨U+1B⟩[2J\tb\nc é 日本 🇫🇷",
    );
    expect(showForeign("half \ud83d")).toBe("half \ufffd");
    expect(showForeign("\u{e0041}")).toBe("⟨U+E0041⟩");
  });

  it("is one line of at most 300 characters as a title", () => {
    const shown = showForeignTitle(`a\nb${"c".repeat(10_000)}`);
    expect(shown.startsWith("a bc")).toBe(true);
    expect(shown).toHaveLength(302);
  });
});
