import { writePointer } from "@lintel/json/pointer";
import type { JsonObject } from "@lintel/json/value";
import type { KeptChange } from "../kept/kept-record.ts";
import type { StepRule } from "./conversion-step.ts";
import type { StepRun } from "./step-run.ts";

/** Warns of a rule's change at the current place; `record` is null if the change is exact. */
export function warnOf(
  { path, state, warnings }: StepRun,
  { code, translation }: StepRule,
  { was }: KeptChange,
  record: JsonObject | null,
  at: number,
): void {
  const [first] = Object.keys(was);
  warnings.push({
    code,
    severity: record === null ? "info" : translation.severity,
    pointer: writePointer(first === undefined || state.isMoved ? path : [...path, first]),
    message: translation.message,
    record,
    within: first === undefined ? ["changes", at] : ["changes", at, "was", first],
  });
}
