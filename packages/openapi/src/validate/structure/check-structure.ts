import type { OpenApiVersion } from "@lintel/contract/words/design";
import type { ErrorObject } from "ajv";
import type { Finding } from "../../values/finding.ts";
import type { Json, JsonObject } from "@lintel/json/value";
import { listStructureErrors } from "./compiled-validator.ts";
import { explainError } from "./explain-error.ts";
import { listParts } from "./list-parts.ts";
import { pruneErrors } from "./prune-errors.ts";

/**
 * A part with more values than this is checked up to its first error, because errors take memory.
 */
const maxValues = 2_000;
/** The maximum number of errors of one part, because they are compared with each other. */
const maxErrors = 500;

/** Whether a value has at most a given number of nested values; the count ends at that number. */
function isSmall(value: Json): boolean {
  const waiting: Json[] = [value];
  for (let seen = 0; seen < maxValues; seen += 1) {
    const next = waiting.pop();
    if (next === undefined) return true;
    if (typeof next !== "object" || next === null) continue;
    const inner: readonly Json[] = Object.values(next);
    if (inner.length > maxValues) return false;
    waiting.push(...inner);
  }
  return false;
}

/** The schemas read an extension of a callback as a path item, the specification does not. */
const isMistaken = ({ instancePath }: ErrorObject) =>
  /\/callbacks\/[^/]+\/x-[^/]*(?:\/|$)/.test(instancePath);

const toFindings = (errors: readonly ErrorObject[]): readonly Finding[] =>
  pruneErrors(errors.slice(0, maxErrors))
    .filter((error) => !isMistaken(error))
    .map(explainError);

function checkPart(part: JsonObject, version: OpenApiVersion): readonly Finding[] {
  const first = listStructureErrors(part, version, "first");
  if (first.length === 0) return [];
  return toFindings(isSmall(part) ? listStructureErrors(part, version, "all") : first);
}

/**
 * Validates a document against the schema of its version and returns the differences, each place
 * and message once, at most `most` of them.
 */
export function checkStructure(
  document: JsonObject,
  version: OpenApiVersion,
  most: number,
): readonly Finding[] {
  const whole = listStructureErrors(document, version, "first");
  if (whole.length === 0) return [];
  const findings = new Map<string, Finding>();
  for (const part of listParts(document)) {
    for (const finding of checkPart(part, version)) {
      if (findings.size >= most) return [...findings.values()];
      findings.set(JSON.stringify([finding.pointer, finding.message]), finding);
    }
  }
  // Errors that no single part shows are reported for the whole document.
  return findings.size > 0 ? [...findings.values()] : toFindings(whole);
}
