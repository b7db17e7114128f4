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
  /** Rules whose way back is known from an earlier conversion: they are left out. */
  readonly settled: number;
}

const hold = (version: OpenApiVersion, changes: readonly KeptChange[]): KeptRecord => ({
  version,
  changes,
  order: null,
  value: null,
});

/** Goes the way back with a record, and says where that ends and what rules do on the way. */
function goBack(
  { version, object, rules, context, settled }: Making,
  changes: readonly KeptChange[],
) {
  const back = rules.opposite;
  const restored = restoreMembers(object, hold(version, changes), back, context);
  return { restored, ...applyRules(restored.object, back, context, settled | restored.settled) };
}

/** Whether the rule's own way back undoes what it did. */
function isUndoneByRule({ by, before, after }: AppliedChange, { rules, context }: Making) {
  const opposite = rules.back.find(({ code }) => code === by.code);
  return opposite !== undefined && isSameJson(opposite.translation.apply(after, context), before);
}

interface Way {
  readonly changes: readonly KeptChange[];
  /** Where the way back ends with these changes kept. */
  readonly end: JsonObject;
}

/** Adds to changes the rules that would change what they restore: each stays away. */
function addPins(making: Making, changes: readonly KeptChange[]): Way {
  const pinned = [...changes];
  for (;;) {
    const { restored, object: end, changes: astray } = goBack(making, pinned);
    if (astray.length === 0) return { changes: pinned, end };
    // One that stays away may leave to another what it would have taken.
    for (const { by } of astray) {
      pinned.push(noteChange(by.code, restored.object, restored.object));
    }
  }
}

/** The changes that have to be kept: those that rules do not undo themselves, if that does. */
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
 * What has to be kept so that the way back ends where the translation began: if that does, only
 * what rules do not undo themselves, else all, with the rules that have to stay away.
 */
export function makeRecord(making: Making, translated: Translated): KeptRecord {
  const { changes, end } = chooseChanges(making, translated);
  const order = isSameOrder(end, making.before) ? null : Object.keys(making.before);
  return { ...hold(making.version, changes), order };
}
