import { compareDocuments, type CompareOptions } from "@lintel/compare/compare-documents";
import type { ComparisonResult } from "@lintel/compare/model/result.types";
import { renderChangelog } from "@lintel/compare/report/render-changelog";
import type {
  LintOptions,
  LintReport,
  LintRules,
  ExternalTexts,
} from "@lintel/openapi/lint-options";
import { lintDocument } from "@lintel/openapi/lint";
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
