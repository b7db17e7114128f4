import { ExactNumber } from "@lintel/json/exact-number";
import type { DraftObject, Json } from "@lintel/json/value";
import { measureJson, countMembers, type NumberSpan } from "./measure-json.ts";
import type { Finding } from "../values/finding.ts";
import type { Step } from "@lintel/json/pointer";
import { maxRepeatedNames, type RepeatedNames } from "./source.ts";
import { describeRepeated } from "./repeated-names.ts";
import { walkJson } from "./walk-json.ts";

/**
 * Matches numbers that JavaScript writes differently, such as 1.0 and 1e5, and some texts. It runs
 * on every value that is read from the database.
 */
const suspect =
  /(?:^|[:,[])\s*-?(?:\d[\d.]*[eE]|\d+\.\d*0(?!\d)|\d[\d.]{15}|0\.000000|(?<=-)0(?![.\d]))/;

/**
 * Parses a JSON text, and keeps the text of numbers.
 * @throws SyntaxError if the text is no JSON.
 */
export function parseExact(text: string): Json {
  const value = JSON.parse(text) as Json;
  return parseWhereExact(text) ?? value;
}

/** Parses a valid JSON text; without numbers whose text `JSON.parse` would lose, returns null. */
export function parseWhereExact(text: string): Json | undefined {
  if (!suspect.test(text)) return undefined;
  const { exactNumbers } = measureJson(text);
  return exactNumbers.length === 0 ? undefined : parseMarked(text, exactNumbers);
}

/** Parses a valid JSON text and keeps the text of the numbers at these places. */
function parseMarked(text: string, numbers: readonly NumberSpan[]): Json {
  for (let attempt = 0; ; attempt += 1) {
    const mark = `number ${attempt}:`;
    if (text.includes(mark)) continue;
    const value = JSON.parse(markNumbers(text, numbers, mark)) as Json;
    const revived = revive(value, mark);
    // A text that writes the mark with escapes would be taken for a number.
    if (revived.count === numbers.length) return revived.value;
  }
}

function markNumbers(text: string, numbers: readonly NumberSpan[], mark: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of numbers) {
    pieces.push(text.slice(at, start), `"${mark}${text.slice(start, end)}"`);
    at = end;
  }
  return pieces.join("") + text.slice(at);
}

type Container = Json[] | DraftObject;

/**
 * Replaces the marks by their numbers. The value is changed in place, because nothing else uses it.
 */
function revive(root: Json, mark: string): { readonly value: Json; readonly count: number } {
  let count = 0;
  const toNumber = (value: Json): Json => {
    if (typeof value !== "string" || !value.startsWith(mark)) return value;
    count += 1;
    return new ExactNumber(value.slice(mark.length));
  };
  const value = toNumber(root);
  const waiting: Json[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null || next instanceof ExactNumber) continue;
    const container = next as Container;
    for (const key of Object.keys(container) as (keyof Container)[]) {
      const member = container[key] as Json;
      if (typeof member === "object" && member !== null) waiting.push(member);
      // An existing member is an own property, even one called `__proto__`.
      else if (typeof member === "string") replace(container, key, toNumber(member));
    }
  }
  return { value, count };
}

function replace(container: Container, key: keyof Container, value: Json): void {
  if (typeof value !== "string") {
    Object.defineProperty(container, key, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
}

/** A value with the warnings about it. */
export interface ReadValue {
  readonly value: Json;
  readonly warnings: readonly Finding[];
  /** Whether JavaScript represents all its numbers exactly, so that none keeps its text. */
  readonly isPlain: boolean;
}

const silent = { enter: () => undefined, leave: () => undefined };

/** Walks the text again to find, or refuse, what JSON.parse accepts. */
function inspect(text: string, maxDepth: number, repeated: RepeatedNames): Finding[] {
  const findings: Finding[] = [];
  const path: Step[] = [];
  const visitor = {
    enter: (step: Step) => void path.push(step),
    leave: () => void path.pop(),
    repeat: (name: string) => {
      if (findings.length < maxRepeatedNames) findings.push(describeRepeated(path, name));
    },
  };
  walkJson(text, repeated === "report" ? visitor : silent, maxDepth);
  return findings;
}

/**
 * Reads a JSON text; numbers keep their texts. Throws a `DocumentError` with its position for
 * invalid JSON, for too deep nesting and, unless they are reported instead, for repeated names.
 */
export function readJson(
  text: string,
  maxDepth: number,
  repeated: RepeatedNames = "refuse",
): ReadValue {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    // JSON.parse names no line, and not always a position.
    walkJson(text, silent, maxDepth);
    throw error;
  }
  const { members, depth, exactNumbers } = measureJson(text);
  const isUsual = depth <= maxDepth && countMembers(value) === members;
  const warnings = isUsual ? [] : inspect(text, maxDepth, repeated);
  const isPlain = exactNumbers.length === 0;
  return { value: isPlain ? value : parseMarked(text, exactNumbers), warnings, isPlain };
}
