import type { OpenApiVersion } from "@lintel/contract/words/design";
import { defaultRules, type LintRule } from "./rule-table.ts";
import type { LintFinding, LintRules } from "./lint-options.ts";

export interface ChosenRule {
  readonly rule: LintRule;
  readonly severity: LintFinding["severity"];
  /** The engine's rule and its settings, where they differ from the name. */
  readonly engine?: { readonly name: string; readonly options: object };
  /** An organization wrote the rule, so that its failure is not reported as an error of Lintel. */
  readonly isCustom?: true;
}

/** The rules that are on for a version, with their severities. */
export function chooseRules(version: OpenApiVersion, rules: LintRules): readonly ChosenRule[] {
  return defaultRules.flatMap((rule): readonly ChosenRule[] => {
    const severity = Object.hasOwn(rules, rule.name) ? rules[rule.name] : rule.default;
    const isMeant = rule.versions === undefined || rule.versions.includes(version);
    return severity === undefined || severity === "off" || !isMeant ? [] : [{ rule, severity }];
  });
}
