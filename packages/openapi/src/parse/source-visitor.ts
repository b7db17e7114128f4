import type { Step } from "@lintel/json/pointer";

/** Called for every member and item of a source, in order, with the offset at which each begins. */
export interface SourceVisitor {
  enter(step: Step, offset: number): void;
  leave(): void;
  /** Called for a repeated name of an object; without it, such a name is refused. Only in JSON. */
  repeat?(name: string): void;
}
