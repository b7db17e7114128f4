import { compareDocuments } from "@lintel/compare/compare-documents";
import type { ComparisonResult } from "@lintel/compare/model/result.types";
import type { Rule, SeveritySetting } from "@lintel/compare/model/rule.types";
import { readDefaultSeverity } from "@lintel/compare/report/rule-severity";
import { UnknownRuleError } from "@lintel/compare/rules/check-severities";
import { ruleTable } from "@lintel/compare/rules/rule-table";
import { DocumentError } from "@lintel/openapi/source";
import { parseDocument } from "@lintel/openapi/parse";
import type { Unreadable } from "../documents/explain-document.ts";

// The large part of the comparison, without the command. It is bundled into a file of its own, so
// that no other command loads it. Errors are returned, not thrown, because a class differs between
// the two files.

/** The document in a text, or why it cannot be read. */
export function readDocument(text: string): { readonly document: unknown } | Unreadable {
  try {
    return { document: parseDocument(text).value };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { code: error.code, message: error.message, position: error.position };
  }
}

/** The differences between two documents, or what is wrong with the settings. */
export function compare(
  before: unknown,
  after: unknown,
  severities: Readonly<Record<string, SeveritySetting>>,
): ComparisonResult | { readonly wrong: string } {
  try {
    return compareDocuments(before, after, { severities });
  } catch (error) {
    if (!(error instanceof UnknownRuleError)) throw error;
    return { wrong: error.message };
  }
}

/** Every rule: its name, its default severity, and a description. */
export function listRules(): string[][] {
  return Array.from(ruleTable.values(), (rule) => [rule.name, describeDefault(rule), rule.summary]);
}

function describeDefault(rule: Rule): string {
  const request = readDefaultSeverity(rule, "request") ?? "off";
  const response = readDefaultSeverity(rule, "response") ?? "off";
  return request === response ? request : `request ${request}, response ${response}`;
}
