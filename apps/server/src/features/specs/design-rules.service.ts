import { openApiVersions } from "@lintel/contract/words/design";
import type { DesignRules } from "@lintel/contract/operations/design-settings";
import type { SeveritySetting } from "@lintel/compare/model/rule.types";
import { ruleTable as changeRules } from "@lintel/compare/rules/rule-table";
import type { LintOptions } from "@lintel/openapi/lint-options";
import { listDocumentRules, listLintRules, listSetRules } from "@lintel/openapi/lint-rules";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import { notFound } from "../../platform/problem.ts";
import { readRules } from "./design-settings.service.ts";

/** The declared rules with the severities of the caller's organization. */
export async function listDesignRules({ db, principal }: CallContext): Promise<DesignRules> {
  const { organizationId } = principal;
  if (organizationId === null) throw notFound("The organization");
  const set = await readRules({ db, organizationId });
  return {
    lintRules: [
      ...listLintRules().map(({ name, description, reason, fix, versions, ...rule }) => ({
        name,
        description,
        reason,
        fix,
        severity: set.lintRules[name] ?? rule.default,
        default: rule.default,
        openapiVersions: [...(versions ?? openApiVersions)],
      })),
      ...describeSetRules(set.lintOptions),
    ],
    documentRules: listDocumentRules().map((rule) => ({
      name: rule.code,
      description: rule.summary,
      reason: rule.why,
      fix: rule.fix,
      severity: rule.severity,
    })),
    changeRules: Array.from(changeRules.values(), ({ name, summary: description, effect }) => ({
      name,
      description,
      effect,
      severity: severityOf(set.compareRules[name]),
    })),
  };
}

/** The rules that are off unless the organization configures them. */
const describeSetRules = (options: LintOptions): DesignRules["lintRules"] =>
  listSetRules(options).map(({ rule, severity }) => ({
    name: rule.name,
    description: rule.description,
    reason: rule.reason,
    fix: rule.fix,
    severity,
    default: "off",
    openapiVersions: [...openApiVersions],
  }));

// The contract sets one severity for both directions.
const severityOf = (set: SeveritySetting | undefined) => (typeof set === "string" ? set : null);
