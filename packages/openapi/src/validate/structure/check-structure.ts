import type { OpenApiVersion } from "@lintel/contract/words/design";
import type { ErrorObject } from "ajv";
import type { Finding } from "../../values/finding.ts";
import type { Json, JsonObject } from "@lintel/json/value";
import { listStructureErrors } from "./compiled-validator.ts";
import { explainError } from "./explain-error.ts";
import { listParts } from "./list-parts.ts";
import { pruneErrors } from "./prune-errors.ts";

/** A part of more values than this is looked at up to its first error: errors take memory. */
const mostValues = 2_000;
/** Errors of one part are compared with each other: more than these are not looked at. */
const mostErrors = 500;

/** Whether a value has at most so many values within it; stops counting there. */
function isSmall(value: Json): boolean {
  const waiting: Json[] = [value];
  for (let seen = 0; seen < mostValues; seen += 1) {
    const next = waiting.pop();
    if (next === undefined) return true;
    if (typeof next !== "object" || next === null) continue;
    const inner: readonly Json[] = Object.values(next);
    if (inner.length > mostValues) return false;
    waiting.push(...inner);
  }
  return false;
}

/** The schemas take an extension of a callback for a path item, which the specification does not. */
const isMistaken = ({ instancePath }: ErrorObject) =>
  /\/callbacks\/[^/]+\/x-[^/]*(?:\/|$)/.test(instancePath);

const tell = (errors: readonly ErrorObject[]): readonly Finding[] =>
  pruneErrors(errors.slice(0, mostErrors))
    .filter((error) => !isMistaken(error))
    .map(explainError);

function checkPart(part: JsonObject, version: OpenApiVersion): readonly Finding[] {
  const first = listStructureErrors(part, version, "first");
  if (first.length === 0) return [];
  return tell(isSmall(part) ? listStructureErrors(part, version, "all") : first);
}

/**
 * Holds a document against the schema of its version and says where it differs, each place and
 * message once, at most `most` of them.
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
  // What no part shows by itself is told as the whole document's.
  return findings.size > 0 ? [...findings.values()] : tell(whole);
}
