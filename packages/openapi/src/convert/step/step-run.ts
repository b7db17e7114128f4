import type { FindingSeverity as Severity } from "@lintel/contract/words/design";
import { writePointer, type Step } from "@lintel/json/pointer";
import type { JsonObject } from "@lintel/json/value";
import type { KeptChange } from "../kept/kept-record.ts";
import type { RuleContext } from "../model/rule.types.ts";
import type { ConversionStep } from "./conversion-step.ts";

/** A warning before the final place of its record in the result is known. */
export interface NotedWarning {
  readonly code: string;
  readonly severity: Severity;
  readonly pointer: string;
  readonly message: string;
  /** The record, and the steps into it; null where no record was needed. */
  readonly record: JsonObject | null;
  readonly within: readonly Step[];
}

/** The state of one step. */
export interface StepRun {
  readonly step: ConversionStep;
  readonly context: RuleContext;
  readonly warnings: NotedWarning[];
  /** The position of the walk in the input; it changes during the walk. */
  readonly path: Step[];
  readonly state: {
    /** Whether the walk is within an object that a rule created and the input does not have. */
    isMoved: boolean;
    /** The objects around the current one. */
    depth: number;
  };
}

const outdatedCode = "KEPT_OUTDATED";

/** Warns that recorded members are not restored. */
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
