import type { OpenApiVersion } from "@lintel/contract/words/design";
import type { Finding } from "../../values/finding.ts";
import { writePointer, type Step } from "@lintel/json/pointer";
import type { Design, Remnant } from "../design.types.ts";

type Writable<T> = T extends readonly (infer Item)[] ? Item[] : T;

/** The resulting rows; the document's own row is the last. */
export type DraftDesign = {
  -readonly [Kind in Exclude<keyof Design, "document">]: Writable<Design[Kind]>;
};

/** The state of a split during its walk through a document. */
export interface SplitContext {
  readonly version: OpenApiVersion | null;
  readonly newId: () => string;
  readonly design: DraftDesign;
  readonly warnings: Finding[];
  /** The current path. */
  readonly path: Step[];
}

/** Runs a step of the walk. */
export function within<T>(context: SplitContext, step: Step, work: () => T): T {
  context.path.push(step);
  const answer = work();
  context.path.pop();
  return answer;
}

/** The maximum number of warnings. */
const maxWarnings = 500;

/** Warns of a member that the designer cannot edit because of its shape; it is stored verbatim. */
export function warnKept(context: SplitContext, name: Step, wanted: string): void {
  if (context.warnings.length >= maxWarnings) return;
  context.warnings.push({
    code: "KEPT_AS_WRITTEN",
    severity: "warn",
    pointer: writePointer([...context.path, name]),
    message: `This is not ${wanted}: it is kept as written, and cannot be edited piece by piece.`,
  });
}

const isNothing = ({ rest, keys }: Remnant) => rest === null && keys === null;

/** The remnants that are not empty, or null. */
export function gatherRemnants(
  remnants: Readonly<Record<string, Remnant | undefined>>,
): Readonly<Record<string, Remnant>> | null {
  const kept = Object.entries(remnants).filter(
    (entry): entry is [string, Remnant] => entry[1] !== undefined && !isNothing(entry[1]),
  );
  return kept.length === 0 ? null : Object.fromEntries(kept);
}
