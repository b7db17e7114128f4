import type { OpenApiVersion } from "../values/openapi-version.ts";
import { quote } from "@lintel/json/shorten";
import { defaultRules, type LintRule } from "./default-rules.ts";
import { lintSeverities } from "./lint-severity.ts";
import type { LintFinding, LintRules } from "./lint.types.ts";

/** A severity that is none, or is set for a rule that does not exist. */
export class LintRulesError extends Error {
  override readonly name = "LintRulesError";
}

/** @throws LintRulesError at the first entry that is not one. */
export function checkLintRules(rules: LintRules): void {
  const known = new Set(defaultRules.map(({ name }) => name));
  for (const [name, severity] of Object.entries(rules)) {
    if (!known.has(name)) throw new LintRulesError(`There is no lint rule ${quote(name)}`);
    if (!lintSeverities.includes(severity)) {
      throw new LintRulesError(`The severity of ${name} is one of ${lintSeverities.join(", ")}`);
    }
  }
}

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
