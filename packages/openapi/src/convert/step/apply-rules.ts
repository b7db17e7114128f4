import { setMember, type DraftObject, type JsonObject } from "@lintel/json/value";
import { fingerprint } from "../kept/fingerprint.ts";
import type { KeptChange } from "../kept/kept-record.ts";
import { noteChange } from "../kept/undo-change.ts";
import type { RuleContext } from "../model/rule.types.ts";
import type { KindRules, StepRule } from "./conversion-step.ts";
import { selectRules } from "./select-rules.ts";

/** The effect of one rule. */
export interface AppliedChange {
  readonly by: StepRule;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly change: KeptChange;
}

export interface Translated {
  readonly object: JsonObject;
  readonly changes: readonly AppliedChange[];
}

export const bitOf = ({ index }: StepRule): number => 1 << index;

/** A fingerprint of what a change wrote, to detect later edits. */
export function printOf(object: JsonObject, { was, added }: KeptChange): string {
  const names = [...Object.keys(was), ...added].sort();
  const draft: DraftObject = {};
  for (const name of names) {
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    if (value !== undefined) setMember(draft, name, value);
  }
  return fingerprint(draft);
}

function note(by: StepRule, before: JsonObject, after: JsonObject): KeptChange {
  const change = noteChange(by.code, before, after);
  return by.translation.isContextual === true
    ? { ...change, print: printOf(after, change) }
    : change;
}

/** Applies the rules of a direction that an object triggers, except those in a mask. */
export function applyRules(
  object: JsonObject,
  rules: KindRules,
  context: RuleContext,
  without: number,
): Translated {
  const changes: AppliedChange[] = [];
  let now = object;
  let called = selectRules(object, rules).forth & ~without;
  if (called === 0) return { object, changes };
  for (const by of rules.forth) {
    if ((called & bitOf(by)) === 0) continue;
    const after = by.translation.apply(now, context);
    if (after === now) continue;
    changes.push({ by, before: now, after, change: note(by, now, after) });
    now = after;
    called = selectRules(now, rules).forth & ~without;
  }
  return { object: now, changes };
}
