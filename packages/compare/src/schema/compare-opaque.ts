import { stepInto, type Place } from "@lintel/json/place";
import { isAlike } from "../document/sameness.ts";
import type { Rule } from "../model/rule.types.ts";
import { arrayRules } from "../rules/array.rules.ts";
import { objectRules } from "../rules/object.rules.ts";
import { opaqueRules } from "../rules/opaque.rules.ts";
import { pairUp } from "./pair-up.ts";
import type { Pair, Side } from "./pair.types.ts";
import { restrictsNothing } from "./restricts-nothing.ts";

/** Compares keywords that are not analyzed: any change within them is a warning. */
export function compareOpaque(pair: Pair): void {
  compareNegations(pair);
  compareConditions(pair);
  compareDependentSchemas(pair);
  compareReferences(pair);
  compareUnevaluated(pair, "unevaluatedProperties", objectRules.unevaluatedAllowed);
  compareUnevaluated(pair, "unevaluatedItems", arrayRules.furtherAllowed);
}

/** If several parts define what is unevaluated, the inner ones restrict the outer ones. */
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

/** If unevaluated members are refused, fewer requirements can refuse more. */
function isSealed({ before, after }: Pair): boolean {
  return [before, after].some(
    ({ unevaluatedProperties, unevaluatedItems }) =>
      unevaluatedProperties.length + unevaluatedItems.length > 0,
  );
}

function compareConditions(pair: Pair): void {
  const { pairs, lost, gained } = pairUp(
    pair.before.conditions,
    pair.after.conditions,
    isSameCondition,
    isAnyPlace,
  );
  for (const [from, to] of pairs) compareCondition(pair, from, to);
  const { conditionAdded, conditionRemoved } = opaqueRules;
  for (const part of lost) {
    if (asksNothing(pair.old, part)) continue;
    const [before, detail] = describeCondition(part);
    pair.report(conditionRemoved, "if", { before, ...detail });
  }
  for (const part of gained) {
    if (asksNothing(pair.new, part)) continue;
    const [after, detail] = describeCondition(part);
    pair.report(conditionAdded, "if", { after, ...detail });
  }
}

/** Under the same condition, the requirements are compared like any others. */
function compareCondition(pair: Pair, from: Place, to: Place): void {
  const step = (name: string) => [stepInto(from, name), stepInto(to, name)] as const;
  const [before, after] = step("if");
  const isOpaque = isSealed(pair) || !pair.isSame(before.value, after.value);
  pair.relate(before, after, true);
  for (const name of ["then", "else"]) pair.relate(...step(name), isOpaque);
}

function asksNothing(side: Side, condition: Place): boolean {
  return ["then", "else"].every((name) => restrictsNothing(side, stepInto(condition, name)));
}

function describeCondition(part: Place) {
  const { value, at } = stepInto(part, "if");
  const also = ["then", "else"].map((name) => stepInto(part, name).at);
  return [value, { at, also, isWhole: true }] as const;
}

function compareDependentSchemas(pair: Pair): void {
  const [before, after] = [pair.before.dependentSchemas, pair.after.dependentSchemas];
  const { dependentAdded, dependentChanged, dependentRemoved } = opaqueRules;
  for (const name of new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])) {
    const [from, to] = [before?.get(name), after?.get(name)];
    if (from !== undefined && to !== undefined) pair.relate(from, to, isSealed(pair));
    else if (isSealed(pair)) pair.report(dependentChanged, "dependentSchemas", { name });
    else if (to !== undefined && !restrictsNothing(pair.new, to)) {
      pair.report(dependentAdded, "dependentSchemas", { name, at: to.at, after: to.value });
    } else if (from !== undefined && !restrictsNothing(pair.old, from)) {
      pair.report(dependentRemoved, "dependentSchemas", { name, at: from.at, before: from.value });
    }
  }
}

function compareReferences(pair: Pair): void {
  const before = pair.before.references.join(", ");
  const after = pair.after.references.join(", ");
  if (before !== after) pair.report(opaqueRules.referenceChanged, "$ref", { before, after });
}
