import { stepInto, type Place } from "../document/place.ts";
import { isAlike } from "../document/sameness.ts";
import type { Rule } from "../model/rule.types.ts";
import { arrayRules } from "../rules/array.rules.ts";
import { objectRules } from "../rules/object.rules.ts";
import { opaqueRules } from "../rules/opaque.rules.ts";
import { pairUp } from "./pair-up.ts";
import type { Pair } from "./pair.types.ts";

/** Compares what is not seen through: within it, any change is one to look at. */
export function compareOpaque(pair: Pair): void {
  compareNegations(pair);
  compareConditions(pair);
  compareDependentSchemas(pair);
  compareReferences(pair);
  compareUnevaluated(pair, "unevaluatedProperties", objectRules.unevaluatedAllowed);
  compareUnevaluated(pair, "unevaluatedItems", arrayRules.furtherAllowed);
}

/** Where several parts speak of what is unevaluated, the inner ones take it from the outer ones. */
function compareUnevaluated(
  pair: Pair,
  keyword: "unevaluatedProperties" | "unevaluatedItems",
  rule: Rule,
): void {
  const [before, after] = [pair.before[keyword], pair.after[keyword]];
  if (before.length <= 1 && after.length <= 1) return;
  const { lost, gained } = pairUp(before, after, isSamePlace);
  if (lost.length + gained.length > 0) pair.report(rule, keyword);
}

function isSamePlace(from: Place, to: Place): boolean {
  return isAlike(from.value, to.value);
}

function isAnyPlace(): boolean {
  return true;
}

function compareNegations(pair: Pair): void {
  const { pairs, lost, gained } = pairUp(
    pair.before.negations,
    pair.after.negations,
    isSamePlace,
    isAnyPlace,
  );
  for (const [from, to] of pairs) pair.relate(from, to, true);
  const { notAdded, notRemoved } = opaqueRules;
  for (const { value, at } of lost) pair.report(notRemoved, "not", { before: value, at });
  for (const { value, at } of gained) pair.report(notAdded, "not", { after: value, at });
}

const conditional = ["if", "then", "else"];

function isSameCondition(from: Place, to: Place): boolean {
  return conditional.every((name) => isSamePlace(stepInto(from, name), stepInto(to, name)));
}

function compareConditions(pair: Pair): void {
  const { pairs, lost, gained } = pairUp(
    pair.before.conditions,
    pair.after.conditions,
    isSameCondition,
    isAnyPlace,
  );
  for (const [from, to] of pairs) {
    for (const name of conditional) pair.relate(stepInto(from, name), stepInto(to, name), true);
  }
  const { conditionAdded, conditionRemoved } = opaqueRules;
  for (const part of lost) {
    const { value, at } = stepInto(part, "if");
    pair.report(conditionRemoved, "if", { before: value, at });
  }
  for (const part of gained) {
    const { value, at } = stepInto(part, "if");
    pair.report(conditionAdded, "if", { after: value, at });
  }
}

function compareDependentSchemas(pair: Pair): void {
  const [before, after] = [pair.before.dependentSchemas, pair.after.dependentSchemas];
  for (const name of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
    const [from, to] = [before?.get(name), after?.get(name)];
    if (from !== undefined && to !== undefined) pair.relate(from, to, true);
    else pair.report(opaqueRules.dependentChanged, "dependentSchemas", { name });
  }
}

function compareReferences(pair: Pair): void {
  const before = pair.before.references.join(", ");
  const after = pair.after.references.join(", ");
  if (before !== after) pair.report(opaqueRules.referenceChanged, "$ref", { before, after });
}
