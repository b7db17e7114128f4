import { expect } from "vitest";

// Written by hand and independent of the product's list, so that both do not have the same
// omissions.
const unseenRanges: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x09], [0x0b, 0x1f], [0x7f, 0x9f], [0xad, 0xad], [0x34f, 0x34f], [0x61c, 0x61c],
  [0x115f, 0x1160], [0x17b4, 0x17b5], [0x180b, 0x180f], [0x200b, 0x200f], [0x2028, 0x202e],
  [0x2060, 0x206f], [0x3164, 0x3164], [0xd800, 0xf8ff], [0xfdd0, 0xfdef], [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff], [0xffa0, 0xffa0], [0xfff0, 0xfffb], [0xfffe, 0xffff], [0xe0000, 0xe0fff],
  [0xf0000, 0x10ffff],
]; // prettier-ignore

/** The code points of the first invisible characters. Expected to be empty. */
function findUnseen(text: string): string[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0)
    .filter((code) => unseenRanges.some(([from, to]) => from <= code && code <= to))
    .slice(0, 3)
    .map((code) => code.toString(16));
}

/** Checks that a text can only be read as data, and returns it parsed from JSON. */
export function expectPlain(text: string, where: string): unknown {
  expect(findUnseen(text), where).toEqual([]);
  expect(text, where).not.toMatch(/<|!\[/);
  expect(text, where).not.toMatch(/^ *(?:Human|Assistant|System|user|event|HTTP\/1\.1)\b/m);
  return JSON.parse(text);
}

const quoted = /"(?:[^"\\]|\\.)*"/g;

/** Checks that a user's text does not leave its quotes in an error message. */
export function expectQuoted(sentence: string, text: string, where: string): void {
  expect(findUnseen(sentence), where).toEqual([]);
  expect(sentence, where).not.toMatch(/[<\n\r]|!\[/);
  expect(sentence.length, where).toBeLessThan(600);
  const outside = sentence.replaceAll(quoted, "");
  expect(outside, where).not.toContain('"');
  for (const word of text.match(/[A-Za-z]{6,}/g) ?? []) {
    if (!ownWords.has(word.toLowerCase())) expect(outside, `${where}: ${word}`).not.toContain(word);
  }
}

/** Words of the corpus that messages of the product also contain. */
const ownWords = new Set([
  "content",
  "document",
  "project",
  "version",
  "description",
  "specid",
  "summary",
  "toolset",
  "context",
  "versions",
  "members",
  "number",
  // The slug of a toolset.
  "notifications",
]);
