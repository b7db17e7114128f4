import type { JsonObject } from "@lintel/json/value";
import { keptName, type KeptChange, type KeptRecord } from "../kept/kept-record.ts";
import { undoChange } from "../kept/undo-change.ts";
import { dropMembers, editMembers } from "../model/edit-members.ts";
import type { RuleContext } from "../model/rule.types.ts";
import { isSameJson } from "@lintel/json/same";
import { bitOf, printOf } from "./apply-rules.ts";
import type { KindRules, StepRule } from "./conversion-step.ts";

export interface Restored {
  readonly object: JsonObject;
  /** A mask of the rules that need not run, because their members were restored. */
  readonly settled: number;
  /** Members that were edited since, and are not restored. */
  readonly outdated: readonly KeptChange[];
}

/** Whether an entry records no change, only that a rule must not run. */
const isPin = ({ was, added, heads }: KeptChange) =>
  Object.keys(was).length + added.length + Object.keys(heads).length === 0;

/** Whether an object still has what a change wrote. */
function isStillSo(
  object: JsonObject,
  candidate: JsonObject,
  change: KeptChange,
  by: StepRule,
  context: RuleContext,
): boolean {
  if (change.print !== null) return printOf(object, change) === change.print;
  return isSameJson(by.translation.apply(candidate, context), object);
}

/** Removes the outermost record of an object; the record inside it remains. */
export function takeOffRecord(object: JsonObject): JsonObject {
  const record = object[keptName] as JsonObject;
  const before = Object.hasOwn(record, "before") ? record["before"] : undefined;
  return before === undefined
    ? dropMembers(object, (name) => name === keptName)
    : editMembers(object, { [keptName]: before });
}

/** Reverses the changes of a record, the last one first, unless the members were edited since. */
export function restoreMembers(
  bare: JsonObject,
  { changes }: KeptRecord,
  rules: KindRules,
  context: RuleContext,
): Restored {
  const outdated: KeptChange[] = [];
  let object = bare;
  let settled = 0;
  for (const change of changes.toReversed()) {
    if (isPin(change)) {
      const pinned = rules.forth.find(({ code }) => code === change.rule);
      settled |= pinned === undefined ? 0 : bitOf(pinned);
      continue;
    }
    const by = rules.back.find(({ code }) => code === change.rule);
    const candidate = undoChange(object, change);
    if (by === undefined || !isStillSo(object, candidate, change, by, context)) {
      outdated.push(change);
    } else {
      object = candidate;
      settled |= bitOf(by);
    }
  }
  return { object, settled, outdated };
}
