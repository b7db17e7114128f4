import type { Finding } from "../values/finding.ts";
import type { Step } from "../values/json-pointer.ts";
import type { Json } from "../values/json.ts";
import { countMembers, measureJson } from "./measure-json.ts";
import { makeNumberJudge } from "./number-findings.ts";
import { walkJson } from "./walk-json.ts";

/** A value that was read, and what is to be said of it. */
export interface ReadValue {
  readonly value: Json;
  readonly warnings: readonly Finding[];
}

const silent = { enter: () => undefined, leave: () => undefined };

/** Walks the text once more for its numbers, and to refuse what JSON.parse lets pass. */
function inspect(text: string, mostDepth: number): Finding[] {
  const warnings: Finding[] = [];
  const judge = makeNumberJudge(text, warnings);
  const path: Step[] = [];
  const visitor = {
    enter: (step: Step) => void path.push(step),
    leave: () => void path.pop(),
    number: (start: number, end: number) => judge(text.slice(start, end), start, path),
  };
  walkJson(text, visitor, mostDepth);
  return warnings;
}

/**
 * Reads a JSON text. Throws a `DocumentError` for what is no JSON, repeated keys, infinite numbers
 * and too deep nesting, all with their place.
 */
export function readJson(text: string, mostDepth: number): ReadValue {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    // JSON.parse names no line, and not always a place.
    walkJson(text, silent, mostDepth);
    throw error;
  }
  const { members, depth, hasChangedNumber } = measureJson(text);
  const isPlain = !hasChangedNumber && depth <= mostDepth && countMembers(value) === members;
  return { value, warnings: isPlain ? [] : inspect(text, mostDepth) };
}
