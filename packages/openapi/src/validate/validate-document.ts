import type { OpenApiVersion } from "@lintel/contract/words/design";
import type { Finding } from "../values/finding.ts";
import type { JsonObject } from "@lintel/json/value";
import { toPlainNumbers } from "@lintel/json/plain-numbers";
import { validityRules } from "../rules/validity-rules.generated.ts";
import { checkRules } from "../rules/check-rules.ts";
import { checkStructure } from "./structure/check-structure.ts";

/** The default maximum number of reported findings. */
const maxFindings = 500;

/** The errors of a document. */
export interface Validation {
  /** No finding is an error; warnings and hints do not count. */
  readonly isValid: boolean;
  readonly findings: readonly Finding[];
  /** Whether there are more findings than reported. */
  readonly isCut: boolean;
}

/**
 * Validates a document against the schema of its version, and with rules for errors that the schema
 * does not detect. If both report one place, the message of the rule is used.
 */
export const validateDocument = (
  document: JsonObject,
  version: OpenApiVersion,
  most: number = maxFindings,
): Validation => validatePlain(toPlainNumbers(document), version, most);

/** The same for a document that is known to have only JavaScript's numbers. */
export function validatePlain(
  document: JsonObject,
  version: OpenApiVersion,
  most: number = maxFindings,
): Validation {
  const ruled = checkRules(validityRules, document, version, most + 1);
  const reported = new Set(ruled.map(({ pointer }) => pointer));
  const structural = checkStructure(document, version, most + 1);
  const findings = [...structural.filter(({ pointer }) => !reported.has(pointer)), ...ruled];
  return {
    isValid: findings.every(({ severity }) => severity !== "error"),
    findings: findings.slice(0, most),
    isCut: findings.length > most,
  };
}
