import { isAlike } from "../document/sameness.ts";
import type { Rule } from "../model/rule.types.ts";
import { annotationRules } from "../rules/annotation.rules.ts";
import { opaqueRules } from "../rules/opaque.rules.ts";
import { stringRules } from "../rules/string.rules.ts";
import type { Pair } from "./pair.types.ts";

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
  if (isAlike(from, to)) return;
  pair.report(pickRule(keyword), keyword, { name: keyword, before: from, after: to });
}
