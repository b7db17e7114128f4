import type {
  AssertionResult,
  CaseResult,
  RunReport,
  Verdict,
} from "@lintel/contract/shapes/test-run";
import { cleanText, showValue } from "../output/clean-text.ts";
import { formatDuration } from "../output/format-duration.ts";
import type { Colour, Paint } from "../output/paint.ts";
import { excerptExchange, writeExchange } from "./render-exchange.ts";
import type { Terminal } from "../output/terminal.ts";
import { measureText, padText } from "../output/text-width.ts";

const marks: Readonly<Record<Verdict, { symbol: string; colour: Colour }>> = {
  passed: { symbol: "✓", colour: "green" },
  failed: { symbol: "✗", colour: "red" },
  error: { symbol: "!", colour: "red" },
  blocked: { symbol: "⊘", colour: "yellow" },
  skipped: { symbol: "-", colour: "gray" },
};

// A longer list does not help in a terminal: the reports contain every case.
const maxCases = 200;
const maxTroubled = 100;
const widestName = 60;

export interface RenderOptions {
  readonly paint: Paint;
  /** Omit cases that passed. */
  readonly isQuiet: boolean;
  /** Show complete requests and responses. */
  readonly isVerbose: boolean;
}

/** A run's suite and environment, and its cases. */
export function renderReport(
  report: RunReport,
  { paint }: Terminal,
  { isQuiet, isVerbose }: Omit<RenderOptions, "paint">,
): string[] {
  const cases = renderCases(report, { paint, isQuiet, isVerbose });
  if (isQuiet) return cases;
  const place = report.environmentName === null ? "" : ` on ${cleanText(report.environmentName)}`;
  return [paint("bold", `${cleanText(report.suitePath)}${place}`), ...cases];
}

/** The cases of a run, one line each, with failed assertions below. */
export function renderCases(report: RunReport, options: RenderOptions): string[] {
  const { paint, isQuiet } = options;
  const isBrief = isQuiet || report.results.length > maxCases;
  const wanted = isBrief
    ? report.results.filter(({ verdict }) => verdict !== "passed")
    : report.results;
  const shown = isBrief ? wanted.slice(0, maxTroubled) : wanted;
  const names = shown.map((result) => nameCase(result, report.iterations));
  const width = Math.min(widestName, Math.max(0, ...names.map(measureText)));
  const lines = shown.flatMap((result, at) => [
    renderCase(result, padText(names[at] ?? "", width), paint),
    ...explainCase(result).map((line) => `      ${line}`),
    ...showExchange(result, options),
  ]);
  const hidden = report.results.length - shown.length;
  if (hidden > 0 && !isQuiet) lines.push(paint("gray", `  … and ${hidden} more cases`));
  return lines;
}

function renderCase(result: CaseResult, name: string, paint: Paint): string {
  const { symbol, colour } = marks[result.verdict];
  const mark = paint(colour, `${symbol} ${result.verdict.padEnd(7)}`);
  const attempts = result.attempts > 1 ? `, ${result.attempts} attempts` : "";
  return `  ${mark}  ${name}  ${paint("gray", formatDuration(result.elapsedMs) + attempts)}`;
}

/**
 * The beginning of the request and response of a case that did not pass; with `--verbose` everything for every case.
 */
function showExchange({ verdict, exchange }: CaseResult, options: RenderOptions): string[] {
  if (exchange === null) return [];
  const isBad = verdict === "failed" || verdict === "error";
  const lines = options.isVerbose
    ? writeExchange(exchange)
    : isBad
      ? excerptExchange(exchange)
      : [];
  return lines.map((line) => options.paint("gray", `      ${line}`));
}

const phaseNotes = { setUp: " (set-up)", test: "", tearDown: " (tear-down)" } as const;

/** A case's name, with the pass and row that distinguish it. */
export function nameCase(result: CaseResult, iterations: number): string {
  const pass = iterations > 1 ? ` #${result.iteration}` : "";
  const row = result.row === null ? "" : ` [row ${result.row}]`;
  return cleanText(`${result.name}${phaseNotes[result.phase]}${pass}${row}`);
}

/** Why a case did not pass, one reason per line. */
export function explainCase(result: CaseResult): string[] {
  if (result.verdict === "passed") return [];
  const failed = result.assertions.filter(({ isPassed }) => !isPassed).map(explainAssertion);
  return result.message === null || failed.length > 0 ? failed : [cleanText(result.message)];
}

function explainAssertion(assertion: AssertionResult): string {
  const { label, operator, expected, actual, message } = assertion;
  if (message !== null) return cleanText(message);
  const wanted = expected === null || expected === undefined ? "" : ` ${showValue(expected)}`;
  return cleanText(`expected ${label} ${toWords(operator)}${wanted}, got ${showValue(actual)}`);
}

/** `greaterThan` → `greater than`. */
function toWords(operator: string): string {
  return operator.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
