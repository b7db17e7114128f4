import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writePlainJson } from "./plain-json.ts";
import { flatten, quote, quoteEnd } from "./shorten.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("\\", '"', "!", "[", "<", "\n", "\u202e", "\u{e0041}", "\ud800"),
  }),
);

describe("plain JSON", () => {
  it("has the same value, without hidden characters", () => {
    fc.assert(
      fc.property(
        fc.dictionary(anyText, anyText),
        fc.constantFrom(undefined, 2),
        (value, indent) => {
          const text = writePlainJson(JSON.stringify(value, null, indent));
          expect(JSON.parse(text)).toEqual(value);
          expect(text).not.toMatch(/[\p{Cf}\p{Co}\p{Cs}\p{Cn}\u007f-\u009f\u2028\u2029<]|!\[/u);
          expect(text.toWellFormed()).toBe(text);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("does not change visible text", () => {
    const text = JSON.stringify("Grüße, 漢字, हिन्दी, 😀 [a](b) > c — “d”");
    expect(writePlainJson(text)).toBe(text);
  });
});

describe("texts of users in messages", () => {
  it("are quoted so that they cannot end the quote, and are shortened", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const quoted = quote(text);
        expect(quoted.length).toBeLessThan(130);
        expect(typeof JSON.parse(quoted)).toBe("string");
        expect(quoted).not.toMatch(/[\n\r<]|!\[/);
      }),
    );
    expect(quote('a"b')).toBe('"a\\"b"');
    expect(quote("\u{e0041}".repeat(60))).toMatch(/^"(?:\\udb40\\udc41)+…"$/);
  });

  it("are quoted if a library repeats them", () => {
    expect(quoteEnd("Tag name cannot contain such characters: a\nb")).toBe(
      'Tag name cannot contain such characters: "a\\nb"',
    );
    expect(quoteEnd("Bad indentation of a mapping entry")).toBe(
      "Bad indentation of a mapping entry",
    );
    expect(flatten(`a\n\nHuman: b\u202e${"c".repeat(400)}`)).toMatch(/^a Human: b\\u202ec+…$/);
  });
});
