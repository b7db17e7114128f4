import { stepInto, type Place } from "@lintel/json/place";
import { isAlike } from "../document/sameness.ts";
import type { Rule } from "../model/rule.types.ts";
import { annotationRules } from "../rules/annotation.rules.ts";
import { opaqueRules } from "../rules/opaque.rules.ts";
import { stringRules } from "../rules/string.rules.ts";
import { valueRules } from "../rules/value.rules.ts";
import { pairUp } from "./pair-up.ts";
import type { Pair } from "./pair.types.ts";
import { restrictsNothing } from "./restricts-nothing.ts";
import type { SchemaView } from "./schema-view.types.ts";

const documentation = new Set(["title", "description", "examples", "externalDocs", "$comment"]);

/** The rule for a keyword that limits no value. */
function pickRule(keyword: string): Rule {
  if (documentation.has(keyword)) return annotationRules.documentation;
  if (keyword.startsWith("x-")) return annotationRules.extension;
  if (keyword === "default") return annotationRules.defaultChanged;
  if (keyword === "xml") return opaqueRules.xmlChanged;
  if (keyword.startsWith("content")) return stringRules.contentChanged;
  return annotationRules.unknown;
}

export function compareNotes(pair: Pair): void {
  const { before, after } = pair;
  if (before.isDeprecated !== after.isDeprecated) {
    const { deprecated, undeprecated } = annotationRules;
    const rule = after.isDeprecated ? deprecated : undeprecated;
    pair.report(rule, "deprecated", { name: after.place.at.key });
  }
  if (before.notes === null && after.notes === null) return;
  for (const keyword of new Set([
    ...(before.notes?.keys() ?? []),
    ...(after.notes?.keys() ?? []),
  ])) {
    compareNote(pair, keyword);
  }
}

export function compareNote(pair: Pair, keyword: string): void {
  const [from, to] = [pair.before.notes?.get(keyword), pair.after.notes?.get(keyword)];
  if (keyword === "contentSchema") return compareContentSchemas(pair);
  if (isAlike(from, to)) return;
  if (keyword === "x-extensible-enum" && Array.isArray(from) && Array.isArray(to)) {
    return compareOpenLists(pair, keyword, from, to);
  }
  pair.report(pickRule(keyword), keyword, { name: keyword, before: from, after: to });
}

/** The part of a view that a keyword belongs to. */
function findKeyword({ parts, place }: SchemaView, keyword: string): Place {
  const part = parts.find(({ value }) => Object.hasOwn(value as object, keyword));
  return stepInto(part ?? place, keyword);
}

function compareContentSchemas(pair: Pair): void {
  const keyword = "contentSchema";
  const [from, to] = [findKeyword(pair.before, keyword), findKeyword(pair.after, keyword)];
  const { contentSchemaAdded, contentSchemaRemoved } = stringRules;
  if (from.value === undefined && !restrictsNothing(pair.new, to)) {
    pair.report(contentSchemaAdded, keyword, { after: to.value });
  } else if (to.value === undefined && !restrictsNothing(pair.old, from)) {
    pair.report(contentSchemaRemoved, keyword, { before: from.value });
  } else pair.relate(from, to);
}

/** Zalando's extension: a list of values that may grow, but never shrink. */
function compareOpenLists(
  pair: Pair,
  keyword: string,
  from: readonly unknown[],
  to: readonly unknown[],
): void {
  const { lost, gained } = pairUp(from, to, isAlike);
  const { extensibleAdded, extensibleRemoved } = valueRules;
  if (lost.length > 0) pair.report(extensibleRemoved, keyword, { before: lost });
  if (gained.length > 0) pair.report(extensibleAdded, keyword, { after: gained });
}
