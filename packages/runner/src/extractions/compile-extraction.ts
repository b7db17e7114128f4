import type { Extraction } from "@lintel/contract/shapes/test-case";
import { type CompiledPlace, compilePlace } from "../assertions/bind-place.ts";
import { sourceTable } from "../assertions/source-table.generated.ts";
import { isCredentialName } from "@lintel/masking/credential-names";
import { compilePattern, type Pattern } from "../matching/pattern.ts";
import type { ProblemList } from "../problems/problem-list.ts";

/** An extraction with compiled templates and pattern. */
export interface CompiledExtraction {
  readonly name: string;
  readonly place: CompiledPlace;
  readonly pattern: Pattern | null;
  /** Undefined if a missing value is an error. */
  readonly fallback: { readonly value: unknown } | undefined;
  readonly isSecret: boolean;
}

/** A JSONPath that selects nothing gives no value, so that the default is used or the case fails. */
const use = { expected: "none", isAboutPresence: true } as const;

const needs = { jsonPath: "path", header: "header", body: null, status: null } as const;

/** Compiles an extraction. Returns undefined and adds problems if it cannot be used. */
export function compileExtraction(
  extraction: Extraction,
  field: string,
  problems: ProblemList,
): CompiledExtraction | undefined {
  const needed = needs[extraction.source];
  if (needed !== null && extraction[needed] === undefined) {
    const message = `An extraction from ${extraction.source} needs \`${needed}\`: name the location.`;
    problems.add(field, "INVALID_EXTRACTION", message);
    return undefined;
  }
  const source = sourceTable[extraction.source];
  const { header: name = "", path = "" } = extraction;
  const place = problems.attempt(`${field}.path`, () => compilePlace({ name, path }, source, use));
  const pattern = problems.attempt(`${field}.pattern`, () =>
    extraction.pattern === undefined ? null : compilePattern(extraction.pattern),
  );
  if (place === undefined || pattern === undefined) return undefined;
  return {
    name: extraction.name,
    place,
    pattern,
    fallback: extraction.default === undefined ? undefined : { value: extraction.default },
    isSecret:
      extraction.isSecret ?? (extraction.source !== "status" && isCredentialName(extraction.name)),
  };
}
