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
  /** The rules that are settled by what was restored, as a mask. */
  readonly settled: number;
  /** What was changed since, and is not restored. */
  readonly outdated: readonly KeptChange[];
}

/** Whether a change is none, and says that a rule stays away. */
const isPin = ({ was, added, heads }: KeptChange) =>
  Object.keys(was).length + added.length + Object.keys(heads).length === 0;

/** Whether an object still says what a change made of the candidate. */
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

/** Takes an object's record off; what it was around stays. */
export function takeOffRecord(object: JsonObject): JsonObject {
  const record = object[keptName] as JsonObject;
  const before = Object.hasOwn(record, "before") ? record["before"] : undefined;
  return before === undefined
    ? dropMembers(object, (name) => name === keptName)
    : editMembers(object, { [keptName]: before });
}

/** Undoes the changes of a record, the last first, as far as they still hold. */
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
