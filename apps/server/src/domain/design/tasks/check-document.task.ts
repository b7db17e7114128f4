import { compareDocuments, type CompareOptions } from "@lintel/compare/compare-documents";
import type { ComparisonResult } from "@lintel/compare/model/result.types";
import { renderChangelog } from "@lintel/compare/report/render-changelog";
import type {
  LintOptions,
  LintReport,
  LintRules,
  ExternalTexts,
} from "@lintel/openapi/lint-options";
import { placeError, placeFindings, type PlacedFinding } from "@lintel/openapi/check-text";
import { lintDocument } from "@lintel/openapi/lint";
import { parseDocument } from "@lintel/openapi/parse";
import { DocumentError } from "@lintel/openapi/source";
import { toPlainNumbers } from "@lintel/json/plain-numbers";
import { makeDocument, type StoredDocument } from "../make-document.ts";

export interface Linting {
  readonly stored: StoredDocument;
  readonly rules: LintRules;
  readonly options: LintOptions;
  /** The other documents that were fetched with it. */
  readonly external: ExternalTexts;
}

/** Holds a version against rules of style. */
export const lintStored = ({ stored, rules, options, external }: Linting): Promise<LintReport> =>
  lintDocument({ document: makeDocument(stored).document, rules, options, external });

export interface TextLinting extends Omit<Linting, "stored"> {
  readonly text: string;
}

export interface TextLint {
  readonly findings: readonly PlacedFinding[];
  readonly total: number;
  readonly failures: LintReport["failures"];
}

/** Holds a text that is not saved against rules of style, with the places in it. */
export async function lintText({ text, rules, options, external }: TextLinting): Promise<TextLint> {
  let parsed;
  try {
    parsed = parseDocument(text);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const found = placeError(text, `${error.message}.`, error.position);
    return { findings: [found], total: 1, failures: [] };
  }
  const document = toPlainNumbers(parsed.value);
  const report = await lintDocument({ document, rules, options, external });
  const own = parsed.warnings.map(({ code, severity, pointer, message }) => ({
    rule: code,
    severity,
    pointer,
    message,
    suggestions: [],
  }));
  return {
    findings: placeFindings(parsed.source, document, [...own, ...report.findings]),
    total: report.total + own.length,
    failures: report.failures,
  };
}

export interface Comparing {
  readonly before: StoredDocument;
  readonly after: StoredDocument;
  readonly severities: NonNullable<CompareOptions["severities"]>;
}

export interface ComparisonReport extends ComparisonResult {
  /** Markdown. */
  readonly changelog: string;
}

/** What a client of the one version meets in the other. */
export function compareStored({ before, after, severities }: Comparing): ComparisonReport {
  const result = compareDocuments(makeDocument(before).document, makeDocument(after).document, {
    severities,
  });
  return { ...result, changelog: renderChangelog(result) };
}
