import type { Extraction } from "@lintel/contract/shapes/test-case";
import { sourceTable } from "../assertions/source-table.ts";
import type { Reader } from "../assertions/source.types.ts";
import { isCredentialName } from "../masking/credential-names.ts";
import { compilePattern, type Pattern } from "../matching/pattern.ts";
import type { ProblemList } from "../problems/problem-list.ts";

/** An extraction with its path and pattern read. */
export interface CompiledExtraction {
  readonly name: string;
  /** What it looks at, for a message. */
  readonly label: string;
  readonly read: Reader;
  readonly pattern: Pattern | null;
  /** Undefined where a value that is not found is an error. */
  readonly fallback: { readonly value: unknown } | undefined;
  readonly isSecret: boolean;
}

const needs = { jsonPath: "path", header: "header", body: null, status: null } as const;

/** Reads an extraction; undefined, and a problem or more, where it cannot be used. */
export function compileExtraction(
  extraction: Extraction,
  field: string,
  problems: ProblemList,
): CompiledExtraction | undefined {
  const needed = needs[extraction.source];
  if (needed !== null && extraction[needed] === undefined) {
    const message = `An extraction from ${extraction.source} needs \`${needed}\`: say where to look.`;
    problems.add(field, "INVALID_EXTRACTION", message);
    return undefined;
  }
  const source = sourceTable[extraction.source];
  const place = { name: extraction.header ?? "", path: extraction.path ?? "" };
  const read = problems.attempt(`${field}.path`, () => source.prepare(place, "none"));
  const pattern = problems.attempt(`${field}.pattern`, () =>
    extraction.pattern === undefined ? null : compilePattern(extraction.pattern),
  );
  if (read === undefined || pattern === undefined) return undefined;
  return {
    name: extraction.name,
    label: source.label(place),
    read,
    pattern,
    fallback: extraction.default === undefined ? undefined : { value: extraction.default },
    isSecret:
      extraction.isSecret ?? (extraction.source !== "status" && isCredentialName(extraction.name)),
  };
}
