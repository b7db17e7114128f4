import type { Step } from "@lintel/json/pointer";

/** Told of every member and item of a source, in its order, with the offset where each begins. */
export interface SourceVisitor {
  enter(step: Step, offset: number): void;
  leave(): void;
  /** Told of a name that the object has already; without it, such a name is refused. Only in JSON. */
  repeat?(name: string): void;
}
