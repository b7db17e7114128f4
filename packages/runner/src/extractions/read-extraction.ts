import type { BoundPlace } from "../assertions/bind-place.ts";
import type { Pattern } from "../matching/pattern.ts";
import type { Received } from "../response/received.ts";
import type { Scope } from "../template/render-template.ts";
import { toText } from "../values/format-value.ts";
import { nothing, type Nothing } from "../values/nothing.ts";
import type { CompiledExtraction } from "./compile-extraction.ts";

/** An extraction with a resolved location, ready for any number of responses. */
export interface BoundExtraction extends BoundPlace {
  readonly extraction: CompiledExtraction;
}

/** @throws TemplateError if a template cannot be rendered, JsonPathError if the result is not a path. */
export function bindExtraction(extraction: CompiledExtraction, scope: Scope): BoundExtraction {
  const { label, read } = extraction.place.bind(scope);
  return { extraction, label, read };
}

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
 * @throws JsonPathError or PatternError if the search takes too long.
 */
export function readExtraction(bound: BoundExtraction, response: Received): unknown {
  const { actual } = bound.read(response, undefined);
  const { pattern, fallback } = bound.extraction;
  const value = actual === nothing || pattern === null ? actual : findFirst(pattern, actual);
  return value === nothing && fallback !== undefined ? fallback.value : value;
}
