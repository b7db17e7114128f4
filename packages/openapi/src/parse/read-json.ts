import type { Finding } from "../values/finding.ts";
import type { Step } from "@lintel/json/pointer";
import type { Json } from "@lintel/json/value";
import { countMembers, measureJson } from "./measure-json.ts";
import { mostRepeatedNames, type RepeatedNames } from "./limits.ts";
import { parseMarked } from "./parse-exact.ts";
import { describeRepeated } from "./repeated-names.ts";
import { walkJson } from "./walk-json.ts";

/** A value that was read, and what is to be said of it. */
export interface ReadValue {
  readonly value: Json;
  readonly warnings: readonly Finding[];
  /** Whether all its numbers are JavaScript's, and none keeps its text. */
  readonly isPlain: boolean;
}

const silent = { enter: () => undefined, leave: () => undefined };

/** Walks the text once more to find, or refuse, what JSON.parse lets pass. */
function inspect(text: string, mostDepth: number, repeated: RepeatedNames): Finding[] {
  const findings: Finding[] = [];
  const path: Step[] = [];
  const visitor = {
    enter: (step: Step) => void path.push(step),
    leave: () => void path.pop(),
    repeat: (name: string) => {
      if (findings.length < mostRepeatedNames) findings.push(describeRepeated(path, name));
    },
  };
  walkJson(text, repeated === "report" ? visitor : silent, mostDepth);
  return findings;
}

/**
 * Reads a JSON text; numbers keep their texts. Throws a `DocumentError` for what is no JSON, for too deep
 * nesting and, unless they are to be reported, for repeated names, all with their place.
 */
export function readJson(
  text: string,
  mostDepth: number,
  repeated: RepeatedNames = "refuse",
): ReadValue {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    // JSON.parse names no line, and not always a place.
    walkJson(text, silent, mostDepth);
    throw error;
  }
  const { members, depth, exactNumbers } = measureJson(text);
  const isUsual = depth <= mostDepth && countMembers(value) === members;
  const warnings = isUsual ? [] : inspect(text, mostDepth, repeated);
  const isPlain = exactNumbers.length === 0;
  return { value: isPlain ? value : parseMarked(text, exactNumbers), warnings, isPlain };
}
