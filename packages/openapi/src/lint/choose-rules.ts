import type { OpenApiVersion } from "@lintel/contract/words/design";
import { defaultRules, type LintRule } from "./rule-table.ts";
import type { LintFinding, LintRules } from "./lint-options.ts";

export interface ChosenRule {
  readonly rule: LintRule;
  readonly severity: LintFinding["severity"];
  /** The engine's rule and its settings, where it has some; else it is the one of the same name. */
  readonly engine?: { readonly name: string; readonly options: object };
  /** An organization wrote it: what goes wrong in it is no error of ours. */
  readonly isCustom?: true;
}

/** The rules that are on for a version, each with its severity. */
export function chooseRules(version: OpenApiVersion, rules: LintRules): readonly ChosenRule[] {
  return defaultRules.flatMap((rule): readonly ChosenRule[] => {
    const severity = Object.hasOwn(rules, rule.name) ? rules[rule.name] : rule.default;
    const isMeant = rule.versions === undefined || rule.versions.includes(version);
    return severity === undefined || severity === "off" || !isMeant ? [] : [{ rule, severity }];
  });
}
