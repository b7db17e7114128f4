import type { SeveritySetting } from "../model/rule.types.ts";
import { ruleTable } from "./rule-table.ts";

/** A severity was set for a rule that does not exist. */
export class UnknownRuleError extends Error {
  override readonly name = "UnknownRuleError";
  readonly rule: string;

  constructor(rule: string, likely: readonly string[]) {
    const hint = likely.length === 0 ? "" : ` Was ${likely.join(" or ")} meant?`;
    super(`There is no rule "${rule}".${hint} The table of rules lists all names.`);
    this.rule = rule;
  }
}

/** @throws UnknownRuleError */
export function checkSeverities(severities: Readonly<Record<string, SeveritySetting>>): void {
  for (const name of Object.keys(severities)) {
    if (ruleTable.has(name)) continue;
    const words = name.split("-");
    const likely = [...ruleTable.keys()].filter(
      (rule) => words.length > 1 && words.every((word) => rule.includes(word)),
    );
    throw new UnknownRuleError(name, likely.slice(0, 3));
  }
}
