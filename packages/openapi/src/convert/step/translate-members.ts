import type { ObjectKind } from "../../grammar/object-kinds.ts";
import type { JsonObject } from "@lintel/json/value";
import {
  keptName,
  readKept,
  versionKept,
  writeKept,
  type KeptRecord,
} from "../kept/kept-record.ts";
import { putInOrder } from "../kept/undo-change.ts";
import { editMembers } from "../model/edit-members.ts";
import { isSameJson } from "@lintel/json/same";
import { applyRules, type Translated } from "./apply-rules.ts";
import type { KindRules } from "./conversion-step.ts";
import { makeRecord } from "./make-record.ts";
import { restoreMembers, takeOffRecord } from "./restore-members.ts";
import { isReference, selectRules } from "./select-rules.ts";
import { noteOutdated, type StepRun } from "./step-run.ts";
import { warnOf } from "./warn-of.ts";

/** Whether the rules, except those in a mask, restore the original of an object. */
function leadsBack(
  run: StepRun,
  before: JsonObject,
  object: JsonObject,
  rules: KindRules,
  without: number,
): boolean {
  if (versionKept(object) === run.step.from) return false;
  const back = applyRules(object, rules.opposite, run.context, without);
  // From older to newer versions, rules decide the order of members. Otherwise nearly every
  // nullable schema would need a record.
  return isSameJson(back.object, before, run.step.isDown);
}

/** Writes the required record into the translated object, and warns of the changes. */
function keepAndWarn(
  run: StepRun,
  before: JsonObject,
  translated: Translated,
  rules: KindRules,
  settled: number,
): JsonObject {
  const { object, changes } = translated;
  const { context, step } = run;
  const making = { version: step.from, before, object, rules, context, settled };
  const kept = makeRecord(making, translated);
  const below = Object.hasOwn(object, keptName) ? object[keptName] : undefined;
  const written = writeKept(kept, below);
  for (const { by, change } of changes) {
    const at = kept.changes.indexOf(change);
    warnOf(run, by, change, at < 0 ? null : written, at);
  }
  return editMembers(object, { [keptName]: written });
}

/** Warns of changes that need no record. */
function warnExact(run: StepRun, { object, changes }: Translated): JsonObject {
  for (const { by, change } of changes) warnOf(run, by, change, null, 0);
  return object;
}

/**
 * Translates the members of one object, but not nested objects, to the step's target version:
 * restores members from an earlier record, applies the rules, and records what the rules would not
 * restore.
 */
export function translateMembers(run: StepRun, given: JsonObject, kind: ObjectKind): JsonObject {
  const rules = run.step.rulesFor(isReference(given, kind) ? "reference" : kind);
  const { forth, back, isKept } = selectRules(given, rules);
  if ((forth | back) === 0 && !isKept) return given;
  const record = isKept ? readKept(given, run.step.to) : null;
  if (record === null) {
    const translated = applyRules(given, rules, run.context, 0);
    const isExact = leadsBack(run, given, translated.object, rules, 0);
    return isExact ? warnExact(run, translated) : keepAndWarn(run, given, translated, rules, 0);
  }
  return translateKept(run, given, record, rules);
}

/** The same for an object with a record of the step's target version. */
function translateKept(run: StepRun, given: JsonObject, record: KeptRecord, rules: KindRules) {
  const bare = takeOffRecord(given);
  const { object: before, settled, outdated } = restoreMembers(bare, record, rules, run.context);
  for (const change of outdated) noteOutdated(run, change);
  const { object: loose, changes } = applyRules(before, rules, run.context, settled);
  const translated = { object: putInOrder(loose, record.order), changes };
  // Restored members need no record of their own, because the opposite conversion began with them.
  const isExact =
    changes.length === 0 ||
    leadsBack(run, bare, translated.object, rules, 0) ||
    leadsBack(run, before, translated.object, rules, settled);
  return isExact
    ? warnExact(run, translated)
    : keepAndWarn(run, before, translated, rules, settled);
}
