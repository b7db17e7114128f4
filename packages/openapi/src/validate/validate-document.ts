import type { OpenApiVersion } from "@lintel/contract/words/design";
import type { Finding } from "../values/finding.ts";
import type { JsonObject } from "@lintel/json/value";
import { toPlainNumbers } from "@lintel/json/plain-numbers";
import { validityRules } from "../rules/validity-rules.generated.ts";
import { checkRules } from "../rules/check-rules.ts";
import { checkStructure } from "./structure/check-structure.ts";

/** How many findings are told, unless asked otherwise. */
export const mostFindings = 500;

/** What is wrong with a document. */
export interface Validation {
  /** No finding is an error; warnings and hints do not count. */
  readonly isValid: boolean;
  readonly findings: readonly Finding[];
  /** Whether there is more that is not told. */
  readonly isCut: boolean;
}

/**
 * Holds a document against the schema of its version and the rules for what that lets through.
 * Where both speak of one place, the rule's words are kept.
 */
export const validateDocument = (
  document: JsonObject,
  version: OpenApiVersion,
  most: number = mostFindings,
): Validation => validatePlain(toPlainNumbers(document), version, most);

/** The same for a document with JavaScript's numbers alone, which need not be looked for. */
export function validatePlain(
  document: JsonObject,
  version: OpenApiVersion,
  most: number = mostFindings,
): Validation {
  const ruled = checkRules(validityRules, document, version, most + 1);
  const told = new Set(ruled.map(({ pointer }) => pointer));
  const structural = checkStructure(document, version, most + 1);
  const findings = [...structural.filter(({ pointer }) => !told.has(pointer)), ...ruled];
  return {
    isValid: findings.every(({ severity }) => severity !== "error"),
    findings: findings.slice(0, most),
    isCut: findings.length > most,
  };
}
