import type { Step } from "../values/json-pointer.ts";

/** Told of every member and item of a source, in its order, with the offset where each begins. */
export interface SourceVisitor {
  enter(step: Step, offset: number): void;
  leave(): void;
  /** A number as it is written; only where the source is JSON. */
  number?(start: number, end: number): void;
}
