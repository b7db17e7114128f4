import { writePointer, type Step } from "@lintel/json/pointer";
import type { Json } from "@lintel/json/value";
import { findSubject } from "./find-subject.ts";
import type { NumberOf } from "../identity/value-numbers.ts";
import type { MergeConflict, Side, Three } from "../model/merge.types.ts";
import type { Form } from "./forms.ts";

/** The state of a merge during its walk through three documents. */
export interface MergeContext {
  readonly numberOf: NumberOf;
  readonly prefer: Side;
  readonly conflicts: MergeConflict[];
  /** The current path in the merged document, and the same path with keys instead of indexes. */
  readonly path: Step[];
  readonly names: string[];
  /** Merges nested values. */
  readonly merge: (context: MergeContext, form: Form, three: Three) => Json | undefined;
}

/** Merges a member or an item. */
export function mergeBelow(
  context: MergeContext,
  form: Form,
  three: Three,
  [step, name]: readonly [Step, string],
): Json | undefined {
  context.path.push(step);
  context.names.push(name);
  const merged = context.merge(context, form, three);
  context.path.pop();
  context.names.pop();
  return merged;
}

/**
 * Records a conflict: both sides changed something in different ways. Returns the preferred value.
 */
export function keepPreferred(context: MergeContext, three: Three): Json | undefined {
  const { path, names, prefer, conflicts } = context;
  const { base, mine, theirs } = three;
  const pointer = writePointer(path);
  conflicts.push({ pointer, ...findSubject(names), base, mine, theirs, kept: prefer });
  return three[prefer];
}
