import type { FindingSeverity } from "@lintel/contract/words/design";
import { toPlainNumbers } from "@lintel/json/plain-numbers";
import type { JsonObject } from "@lintel/json/value";
import { locateOffsets, parseDocument, type DocumentSource } from "../parse/parse-document.ts";
import { indexLines, placeOffset } from "../parse/position.ts";
import { DocumentError } from "../parse/source.ts";
import { checkRules } from "../rules/check-rules.ts";
import { lintRules } from "../rules/lint-rules.generated.ts";
import { validityRules } from "../rules/validity-rules.generated.ts";
import { findTokenEnd } from "./edit-text.ts";
import { listFixPlaces, makeFixes, type Fix, type FixedFinding } from "./fixes.ts";

/** A finding in a text. */
export interface PlacedFinding {
  readonly rule: string;
  readonly severity: FindingSeverity;
  readonly pointer: string;
  readonly message: string;
  readonly suggestions: readonly string[];
  /** From 1; the column in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** The name or item at that place, as offsets in the text. */
  readonly from: number;
  readonly to: number;
  readonly fixes: readonly Fix[];
}

type Found = FixedFinding & Pick<PlacedFinding, "severity" | "message">;

/**
 * Finds the places of findings in the text of a document, and fixes, in one walk.
 *
 * @param document - what the text says; findings of an upgraded document have no place in it
 */
export function placeFindings(
  source: DocumentSource,
  document: JsonObject,
  findings: readonly Found[],
): PlacedFinding[] {
  const { text } = source;
  const pointers = findings.flatMap((finding) => [
    finding.pointer,
    ...listFixPlaces(finding, document),
  ]);
  const offsets = locateOffsets(source, pointers);
  const lines = indexLines(text);
  const offsetOf = (pointer: string): number | undefined => {
    const offset = offsets.get(pointer);
    return offset === undefined ? undefined : beforeQuote(text, offset);
  };
  const context = { source, document, offsetOf };
  return findings.map((finding) => {
    const from = offsetOf(finding.pointer) ?? 0;
    const { line, column } = placeOffset(text, lines, from);
    const { rule, severity, pointer, message, suggestions } = finding;
    const fixes = makeFixes(finding, context);
    const place = { line, column, from, to: findTokenEnd(text, from), fixes };
    return { rule, severity, pointer, message, suggestions, ...place };
  });
}

/** The offset of a quoted scalar of YAML is that of its content. */
const beforeQuote = (text: string, offset: number): number =>
  /["']/.test(text.charAt(offset - 1)) && !/["']/.test(text.charAt(offset)) ? offset - 1 : offset;

/** A text that is no document, at the place where that shows. */
export function placeError(
  text: string,
  message: string,
  position: { readonly line: number; readonly column: number } | null,
): PlacedFinding {
  const { line, column } = position ?? { line: 1, column: 1 };
  const from = Math.min(text.length, (indexLines(text)[line - 1] ?? 0) + column - 1);
  const to = Math.min(text.length, from + 1);
  const finding = { rule: "syntax", severity: "error", pointer: "", suggestions: [] } as const;
  return { ...finding, message, line, column, from, to, fixes: [] };
}

/** The maximum number of findings of one rule. */
const most = 200;

/**
 * Checks a text by the rules that need neither the schema of OpenAPI nor the engine: syntax, and Lintel's own rules.
 * It runs in a worker of a browser, where both would be too large, and their generated code is not allowed. Swagger 2.0
 * is only parsed, because its findings would have no place in the text.
 */
export function checkText(text: string): readonly PlacedFinding[] {
  try {
    const { value, version, source, warnings, isPlain } = parseDocument(text);
    if (warnings.some(({ code }) => code === "UPGRADED_FROM_SWAGGER")) return [];
    const document = isPlain ? value : toPlainNumbers(value);
    const ruled = [...validityRules, ...lintRules].filter(({ severity }) => severity !== "off");
    const found = [...warnings, ...checkRules(ruled, document, version, most)];
    const findings = found.map(({ code, severity, pointer, message }) => ({
      rule: code,
      severity: severity === "error" || severity === "warn" ? severity : ("info" as const),
      pointer,
      message,
      suggestions: [],
    }));
    return placeFindings(source, document, findings);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return [placeError(text, `${error.message}.`, error.position)];
  }
}
