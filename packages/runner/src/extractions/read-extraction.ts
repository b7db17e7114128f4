import type { Pattern } from "../matching/pattern.ts";
import type { Received } from "../response/received.ts";
import { toText } from "../values/format-value.ts";
import { nothing, type Nothing } from "../values/nothing.ts";
import type { CompiledExtraction } from "./compile-extraction.ts";

function findFirst(pattern: Pattern, value: unknown): string | Nothing {
  const texts = Array.isArray(value) ? value.map(toText) : [toText(value)];
  for (const text of texts) {
    const found = pattern.find(text);
    if (found !== null) return found;
  }
  return nothing;
}

/**
 * The value that an extraction takes from a response, its default, or nothing.
 * @throws JsonPathError or PatternError where the search takes too long.
 */
export function readExtraction(extraction: CompiledExtraction, response: Received): unknown {
  const { actual } = extraction.read(response, undefined);
  const { pattern, fallback } = extraction;
  const value = actual === nothing || pattern === null ? actual : findFirst(pattern, actual);
  return value === nothing && fallback !== undefined ? fallback.value : value;
}
