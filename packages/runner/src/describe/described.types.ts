import type { CaseDefinition } from "@lintel/contract/shapes/test-case";
import type { SuiteDefinition } from "@lintel/contract/shapes/test-suite";

/** A part of a suite as the reference describes it. */
export interface Described<Example> {
  /** Its purpose, in one or two sentences. */
  readonly summary: string;
  readonly example: Example;
}

export type CasePart = Omit<CaseDefinition, "name" | "request"> & Partial<CaseDefinition>;
export type SuitePart = Partial<SuiteDefinition>;
