import { isExact } from "@lintel/json/exact-number";
import { shorten } from "@lintel/json/shorten";

/** The maximum number of members and characters of a value in a result. */
const maxMembers = 24;
const maxTextLength = 200;
const maxWordsLength = 100;

/** A value in the form of the result: itself if it is small, else a text that describes it. */
export function clipValue(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === "string") return shorten(value, maxTextLength);
  if (isExact(value)) return shorten(value.text, maxTextLength);
  if (typeof value !== "object" || value === null) return value;
  if (isSmall(value)) return value;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return `an object of ${Object.keys(value).length} members`;
}

/** A value in the form of messages. */
export function nameValue(value: unknown): string {
  if (value === undefined) return "none";
  const clipped = clipValue(value);
  return shorten(clipped === value ? JSON.stringify(clipped) : String(clipped), maxWordsLength);
}

function isSmall(value: object): boolean {
  let members = 0;
  let characters = 0;
  const waiting: unknown[] = [value];
  for (const next of waiting) {
    if (typeof next === "string") characters += next.length;
    if (typeof next === "object" && next !== null) {
      for (const key of Object.keys(next)) {
        members += 1;
        characters += key.length;
        if (members > maxMembers || characters > maxTextLength) return false;
        waiting.push((next as Record<string, unknown>)[key]);
      }
    }
    if (characters > maxTextLength) return false;
  }
  return true;
}
