import type { Json } from "@lintel/json/value";
import { isWrittenOtherwise } from "@lintel/json/exact-number";

/** The place of a number in a text. */
export interface NumberSpan {
  readonly start: number;
  readonly end: number;
}

/** The result of one pass over the characters of a valid JSON text. */
export interface JsonMeasure {
  /** Members as written: more than the value has if a key is repeated. */
  readonly members: number;
  readonly depth: number;
  /** The numbers that JavaScript would write differently after reading them, such as 1.0. */
  readonly exactNumbers: readonly NumberSpan[];
}

const isNumberPart = (code: number) =>
  (code >= 48 && code <= 57) || code === 46 || code === 45 || code === 43 || (code | 32) === 101;

/** The offset after a string that begins before `from`. */
function skipString(text: string, from: number): number {
  const next = text.indexOf('"', from);
  if (text.charCodeAt(next - 1) !== 92) return next + 1;
  let at = from;
  for (let code = text.charCodeAt(at); code !== 34; code = text.charCodeAt(at)) {
    at += code === 92 ? 2 : 1;
  }
  return at + 1;
}

/** JavaScript writes whole numbers with at most this many digits as it reads them. */
const plainDigits = 15;

/**
 * Whether JavaScript writes a number differently after reading it. Almost all are short and have
 * only digits.
 */
function isExactNumber(text: string, start: number, end: number): boolean {
  if (end - start > plainDigits) return isWrittenOtherwise(text.slice(start, end));
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return isWrittenOtherwise(text.slice(start, end));
  }
  return false;
}

/**
 * Measures a text that JSON.parse has accepted. It is one loop over character codes, because it
 * runs on every import; the slower `walkJson` runs only if this finds something.
 */
export function measureJson(text: string): JsonMeasure {
  let members = 0;
  let level = 0;
  let depth = 0;
  const exactNumbers: NumberSpan[] = [];
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    at += 1;
    if (code === 34) {
      at = skipString(text, at);
    } else if (code === 58) {
      members += 1;
    } else if (code === 123 || code === 91) {
      level += 1;
      if (level > depth) depth = level;
    } else if (code === 125 || code === 93) {
      level -= 1;
    } else if (code === 45 || (code >= 48 && code <= 57)) {
      const start = at - 1;
      while (isNumberPart(text.charCodeAt(at))) at += 1;
      if (isExactNumber(text, start, at)) exactNumbers.push({ start, end: at });
    }
  }
  return { members, depth, exactNumbers };
}

/** The number of members of all objects in a value. */
export function countMembers(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) {
      if (typeof item === "object") count += countMembers(item);
    }
    return count;
  }
  for (const name of Object.keys(value)) {
    count += 1;
    const member = (value as Record<string, Json>)[name] as Json;
    if (typeof member === "object") count += countMembers(member);
  }
  return count;
}
