import { validityRules } from "../rules/validity-rules.generated.ts";
import type { Finding } from "../values/finding.ts";
import type { ChosenRule } from "./choose-rules.ts";
import type { LintFinding, LintRules } from "./lint-options.ts";

const lintRuleOf = new Map(validityRules.map(({ code, lintRule }) => [code, lintRule]));

const isWithin = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`);
const isRelated = (left: string, right: string) => isWithin(left, right) || isWithin(right, left);

interface Asked {
  readonly chosen: readonly ChosenRule[];
  /** The severities that the organization set. */
  readonly rules: LintRules;
}

/**
 * Adds the findings of the validator, so that lint and import agree on validity. If the engine
 * reports the same error, its finding remains, as an error unless the organization set another
 * severity.
 */
export function addValidity(
  found: readonly LintFinding[],
  invalid: readonly Finding[],
  { chosen, rules }: Asked,
): readonly LintFinding[] {
  const all = [...found];
  const severityOf = new Map(chosen.map(({ rule, severity }) => [rule.name, severity]));
  for (const { code, pointer, message } of invalid) {
    const rule = lintRuleOf.get(code) ?? "struct";
    const chosenSeverity = severityOf.get(rule);
    if (chosenSeverity === undefined) continue;
    const severity = Object.hasOwn(rules, rule) ? chosenSeverity : "error";
    const at = all.findIndex((each) => each.rule === rule && isRelated(each.pointer, pointer));
    const same = all[at];
    if (same === undefined || rule === "struct") {
      all.push({ rule, severity, pointer, message, suggestions: [] });
    } else all[at] = { ...same, severity };
  }
  return all;
}
