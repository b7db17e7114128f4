import type { Place } from "@lintel/json/place";
import { isAlike } from "../document/sameness.ts";
import { alternativeRules } from "../rules/alternative.rules.ts";
import { nameBranch } from "./branch-traits.ts";
import { matchBranches } from "./match-branches.ts";
import { pairUp } from "./pair-up.ts";
import type { Pair, Side } from "./pair.types.ts";
import type { AlternativeGroup, SchemaView } from "./schema-view.types.ts";
import { everyType, nameOneType, splitTypes } from "./value-type.ts";

/**
 * Compares `oneOf` and `anyOf`. The branches of `oneOf` are assumed to exclude each other, so that
 * a wider branch makes the whole wider. If one side has alternatives and the other one of them, or
 * several types, they are compared as alternatives, and no other comparison is needed.
 */
export function compareAlternatives(pair: Pair): "instead-of-all" | "with-others" {
  const [before, after] = [pair.before.groups, pair.after.groups];
  if (before.length === 0 && after.length === 0) return "with-others";
  const [from, to] = [takeSingle(before), takeSingle(after)];
  if (from !== null && to !== null) {
    compareGroups(pair, from, to);
    return "with-others";
  }
  if (before.length === 0 && to !== null && isPlain(pair.new, pair.after, to)) {
    compareBranches(pair, splitSchema(pair.old, pair.before), to.branches);
    return "instead-of-all";
  }
  if (after.length === 0 && from !== null && isPlain(pair.old, pair.before, from)) {
    compareBranches(pair, from.branches, splitSchema(pair.new, pair.after));
    return "instead-of-all";
  }
  compareLists(pair);
  return "with-others";
}

function takeSingle(groups: readonly AlternativeGroup[]): AlternativeGroup | null {
  return groups.length === 1 ? (groups[0] ?? null) : null;
}

function compareLists(pair: Pair): void {
  // The part of a schema that has the alternatives does not matter: equal ones are matched first.
  const { pairs, lost, gained } = pairUp(
    pair.before.groups,
    pair.after.groups,
    isSameGroup,
    isLikeGroup,
  );
  for (const [from, to] of pairs) compareGroups(pair, from, to);
  for (const { keyword, branches } of lost) {
    const before = branches.map((branch) => branch.value);
    pair.report(alternativeRules.groupRemoved, keyword, { before });
  }
  for (const { keyword, branches } of gained) {
    const after = branches.map((branch) => branch.value);
    pair.report(alternativeRules.groupAdded, keyword, { after });
  }
}

function isSameGroup(from: AlternativeGroup, to: AlternativeGroup): boolean {
  return (
    isLikeGroup(from, to) &&
    from.branches.every((branch, index) => isAlike(branch.value, to.branches[index]?.value))
  );
}

function isLikeGroup(from: AlternativeGroup, to: AlternativeGroup): boolean {
  return from.keyword === to.keyword && from.branches.length === to.branches.length;
}

function compareGroups(pair: Pair, from: AlternativeGroup, to: AlternativeGroup): void {
  if (from.keyword !== to.keyword) {
    const words = { before: from.keyword, after: to.keyword };
    const { kindChanged, kindRelaxed } = alternativeRules;
    const also = [from.branches[0]?.at.parent ?? pair.before.place.at];
    pair.report(to.keyword === "anyOf" ? kindRelaxed : kindChanged, to.keyword, { words, also });
  }
  compareBranches(pair, from.branches, to.branches);
}

function compareBranches(pair: Pair, before: readonly Place[], after: readonly Place[]): void {
  const { pairs, lost, gained } = matchBranches(pair, before, after);
  // What a sealed object evaluates depends on the branches that apply: wider can be narrower.
  const isOpaque = [pair.before, pair.after].some(
    (view) => view.unevaluatedProperties.length + view.unevaluatedItems.length > 0,
  );
  for (const [from, to] of pairs) pair.relate(from, to, isOpaque);
  for (const place of lost) {
    const words = { before: nameBranch(pair.old, place) };
    pair.report(alternativeRules.branchRemoved, "", { at: place.at, before: place.value, words });
  }
  for (const place of gained) {
    const words = { after: nameBranch(pair.new, place) };
    pair.report(alternativeRules.branchAdded, "", { at: place.at, after: place.value, words });
  }
}

/** Whether a schema has nothing but the alternatives and the types that they all have. */
function isPlain(side: Side, view: SchemaView, group: AlternativeGroup): boolean {
  const union = group.branches.reduce(
    (types, branch) => types | side.schemas.read(branch).types,
    0,
  );
  return (
    (view.types === everyType || (union & ~view.types) === 0) &&
    [view.values, view.lower, view.upper, view.sizes, view.required].every(
      (limit) => limit === null,
    ) &&
    [view.dependentRequired, view.dependentSchemas].every((limit) => limit === null) &&
    !view.isUnique &&
    [view.multiples, view.patterns, view.formats, view.references].every(isEmpty) &&
    [view.objectParts, view.arrayParts, view.propertyNames, view.contains].every(isEmpty) &&
    [view.unevaluatedProperties, view.unevaluatedItems].every(isEmpty) &&
    [view.negations, view.conditions].every(isEmpty)
  );
}

function isEmpty(list: readonly unknown[]): boolean {
  return list.length === 0;
}

/** A schema of several types as one alternative per type. */
function splitSchema(side: Side, view: SchemaView): Place[] {
  const types = view.types === everyType ? [] : splitTypes(view.types);
  if (types.length < 2) return [view.place];
  return types.map((type) =>
    side.schemas.conjoin([view.place, { value: { type: nameOneType(type) }, at: view.place.at }]),
  );
}
