import type { FindingSeverity as Severity } from "@lintel/contract/words/design";
import { writePointer, type Step } from "@lintel/json/pointer";
import type { JsonObject } from "@lintel/json/value";
import type { KeptChange } from "../kept/kept-record.ts";
import type { RuleContext } from "../model/rule.types.ts";
import type { ConversionStep } from "./conversion-step.ts";

/** A warning before it is known where in the answer the record that it is about ends up. */
export interface NotedWarning {
  readonly code: string;
  readonly severity: Severity;
  readonly pointer: string;
  readonly message: string;
  /** The record, and the steps into it; null where nothing needed keeping. */
  readonly record: JsonObject | null;
  readonly within: readonly Step[];
}

/** One step at work. */
export interface StepRun {
  readonly step: ConversionStep;
  readonly context: RuleContext;
  readonly warnings: NotedWarning[];
  /** Where the walk is in the document given; goes on changing. */
  readonly path: Step[];
  readonly state: {
    /** Whether the walk is within something that a rule made, which the document given has not. */
    isMoved: boolean;
    /** Objects around the one that is looked at. */
    depth: number;
  };
}

export const outdatedCode = "KEPT_OUTDATED";

/** Says that what was kept is not put back. */
export function noteOutdated({ path, warnings, step }: StepRun, { rule, was }: KeptChange): void {
  const names = Object.keys(was).map((name) => JSON.stringify(name.toWellFormed()));
  const message =
    `This was changed since it was converted from ${step.to}, so that what it was then ` +
    `(${names.join(", ") || rule}) is not put back.`;
  const pointer = writePointer(path);
  warnings.push({
    code: outdatedCode,
    severity: "warn",
    pointer,
    message,
    record: null,
    within: [],
  });
}
