import { Ajv, type ValidateFunction } from "ajv";
import { SuiteDefinition } from "@lintel/contract/shapes/test-suite";
import { toFieldErrors } from "../../platform/kernel/field-errors.ts";
import type { FieldError } from "../../platform/problem.ts";

/** Characters of a file up to which all its faults are listed; of a larger one, the first. */
const listedLength = 200_000;
/** Errors of the validator that are looked at: each is weighed against every other. */
const maxWeighed = 500;

const checkFirst = compile(false);
let checkAll: ValidateFunction | null = null;

/** Whether a file holds a suite: exact types, no unknown field. */
export function isSuite(content: unknown): content is SuiteDefinition {
  return checkFirst(content);
}

/** What is wrong with content that is no suite, by paths such as `cases[0].request.url`. */
export function listShapeErrors(content: unknown, length: number): FieldError[] {
  if (isSuite(content)) return [];
  if (length > listedLength) return toFieldErrors(checkFirst.errors ?? []);
  checkAll ??= compile(true);
  checkAll(content);
  return toFieldErrors((checkAll.errors ?? []).slice(0, maxWeighed));
}

// Listing every fault of a large hostile file would take more time and memory than the file is worth.
function compile(allErrors: boolean): ValidateFunction<SuiteDefinition> {
  return new Ajv({ allErrors, strict: true, strictTypes: false, verbose: true }).compile(
    SuiteDefinition,
  );
}
