import type { OpenApiVersion } from "@lintel/contract/words/design";
import type { JsonObject } from "@lintel/json/value";
import type { KeptChange, KeptRecord } from "../kept/kept-record.ts";
import { noteChange } from "../kept/undo-change.ts";
import type { RuleContext } from "../model/rule.types.ts";
import { isSameJson } from "@lintel/json/same";
import { applyRules, type AppliedChange, type Translated } from "./apply-rules.ts";
import type { KindRules } from "./conversion-step.ts";
import { restoreMembers } from "./restore-members.ts";

interface Making {
  readonly version: OpenApiVersion;
  readonly before: JsonObject;
  readonly object: JsonObject;
  readonly rules: KindRules;
  readonly context: RuleContext;
  /** Rules that are omitted, because an earlier conversion recorded how to reverse them. */
  readonly settled: number;
}

const hold = (version: OpenApiVersion, changes: readonly KeptChange[]): KeptRecord => ({
  version,
  changes,
  order: null,
  value: null,
});

/** Converts back with a record; returns the result and what rules do on the way. */
function goBack(
  { version, object, rules, context, settled }: Making,
  changes: readonly KeptChange[],
) {
  const back = rules.opposite;
  const restored = restoreMembers(object, hold(version, changes), back, context);
  return { restored, ...applyRules(restored.object, back, context, settled | restored.settled) };
}

/** Whether the opposite direction of the rule restores the original. */
function isUndoneByRule({ by, before, after }: AppliedChange, { rules, context }: Making) {
  const opposite = rules.back.find(({ code }) => code === by.code);
  return opposite !== undefined && isSameJson(opposite.translation.apply(after, context), before);
}

interface Way {
  readonly changes: readonly KeptChange[];
  /** The result of the conversion back with these changes recorded. */
  readonly end: JsonObject;
}

/** Adds entries for rules that would change restored members, so that they do not run. */
function addPins(making: Making, changes: readonly KeptChange[]): Way {
  const pinned = [...changes];
  for (;;) {
    const { restored, object: end, changes: astray } = goBack(making, pinned);
    if (astray.length === 0) return { changes: pinned, end };
    // A rule that does not run may leave its members to another rule.
    for (const { by } of astray) {
      pinned.push(noteChange(by.code, restored.object, restored.object));
    }
  }
}

/**
 * The changes that must be recorded: those that rules do not reverse themselves, if that is enough.
 */
function chooseChanges(making: Making, { changes }: Translated): Way {
  const needed = changes.filter((each) => !isUndoneByRule(each, making));
  const some = needed.map(({ change }) => change);
  const end = goBack(making, some).object;
  if (isSameJson(end, making.before)) return { changes: some, end };
  return addPins(
    making,
    changes.map(({ change }) => change),
  );
}

const isSameOrder = (left: JsonObject, right: JsonObject) => {
  const names = Object.keys(right);
  return Object.keys(left).every((name, at) => names[at] === name);
};

/**
 * What must be recorded so that the conversion back restores the original. First only the changes
 * that rules do not reverse are tried; if that is not enough, all changes are recorded, with the
 * rules that must not run.
 */
export function makeRecord(making: Making, translated: Translated): KeptRecord {
  const { changes, end } = chooseChanges(making, translated);
  const order = isSameOrder(end, making.before) ? null : Object.keys(making.before);
  return { ...hold(making.version, changes), order };
}
