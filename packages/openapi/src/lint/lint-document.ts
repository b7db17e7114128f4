import type { OpenApiVersion } from "@lintel/contract/words/design";
import type { NormalizedProblem } from "@redocly/openapi-core";
import { readMapping } from "../grammar/read-reference.ts";
import { compareText } from "@lintel/json/canonical";
import { childOf, readPointer, writePointer } from "@lintel/json/pointer";
import { isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { toPlainNumbers } from "@lintel/json/plain-numbers";
import { shorten } from "@lintel/json/shorten";
import { checkRules } from "../rules/check-rules.ts";
import { detectVersion } from "../values/openapi-version.ts";
import { validateDocument } from "../validate/validate-document.ts";
import { createReach, type Reach } from "./external-documents.ts";
import { addValidity } from "./add-validity.ts";
import { chooseRules, type ChosenRule } from "./choose-rules.ts";
import {
  noOptions,
  type ExternalTexts,
  type LintFinding,
  type LintInput,
  type LintReport,
  type RuleFailure,
} from "./lint-options.ts";
import { chooseSetRules } from "./custom-rules.ts";
import { loadEngine } from "./load-engine.ts";
import { needsCopy, isTooLarge } from "./measure-document.ts";
import { checkLintRules } from "./rule-settings.ts";
import { runRules } from "./run-rules.ts";

/** The maximum number of reported findings. */
export const maxLintFindings = 500;

/** The maximum number of validator findings that are counted. */
const maxInvalid = 2_000;

/** The time limit of a rule that runs patterns of the document. */
const maxRuleMs = 4_000;

/** The engine's messages quote the document, which may have long texts. */
const maxLength = 500;
const maxSuggestions = 10;

const clip = (text: string) => shorten(text, maxLength);

/** The engine also points at missing members: the pointer then ends before them. */
function findPlace(document: JsonObject, { location: [location] }: NormalizedProblem) {
  const steps = readPointer((location?.pointer ?? "").replace(/^#\/?/, "/").replace(/^\/$/, ""));
  const path: string[] = [];
  let value: Json = document;
  for (const name of steps) {
    const next = childOf(value, name);
    if (next === undefined) break;
    value = next;
    path.push(name);
  }
  return { pointer: writePointer(path), path, value };
}

/** A mapping may name a schema (OpenAPI 3.1 §4.8.25). The engine reads the name as a reference. */
function isNamedMapping(document: JsonObject, path: readonly string[], value: Json): boolean {
  if (path.at(-2) !== "mapping" || path.at(-3) !== "discriminator" || typeof value !== "string") {
    return false;
  }
  const { targetKind, target } = readMapping(value);
  const schemas = ["components", "schemas"].reduce<Json>(
    (at, name) => childOf(at, name) ?? null,
    document,
  );
  return targetKind === "schemas" && childOf(schemas, target) !== undefined;
}

const nothingOutside: ExternalTexts = { base: null, texts: {} };

interface Looked {
  readonly document: JsonObject;
  readonly reach: (reference: string) => Reach;
}

/** The engine reports the object with the `$ref`, or the text itself. */
function referenceAt(value: Json): string {
  const reference = isObject(value) ? memberOf(value, "$ref") : value;
  return typeof reference === "string" ? reference : "";
}

const missingOutside = "The other document was read, and has nothing at that place.";

function toFindings(
  { document, reach }: Looked,
  problem: NormalizedProblem,
): readonly LintFinding[] {
  const { ruleId: rule, severity, message, suggest } = problem;
  const { pointer, path, value } = findPlace(document, problem);
  if (rule === "no-unresolved-refs") {
    if (isNamedMapping(document, path, value)) return [];
    const reached = reach(referenceAt(value));
    if (reached === "found") return [];
    if (reached === "missing") {
      return [{ rule, severity, pointer, message: missingOutside, suggestions: [] }];
    }
  }
  // The engine's types declare texts, but values of an `enum` also occur.
  const suggested: readonly unknown[] = suggest.slice(0, maxSuggestions);
  const suggestions = suggested.map((each) =>
    clip(typeof each === "string" ? each : JSON.stringify(each)),
  );
  return [{ rule, severity, pointer, message: clip(message), suggestions }];
}

const maxNames = 10;

/** One finding for all rules that could not run: the document is not at fault. */
function reportFailures(failures: readonly RuleFailure[]): readonly LintFinding[] {
  if (failures.length === 0) return [];
  const names = failures.slice(0, maxNames).map(({ rule }) => rule);
  const more = failures.length - names.length;
  const list = names.join(", ") + (more > 0 ? ` and ${more} more` : "");
  const message = `An error in Lintel kept these rules from running: ${list}. All others ran. The error is in the server's log; please report it.`;
  const at = { severity: "warn", pointer: "", suggestions: [] } as const;
  return [{ rule: "rule-failed", message, ...at }];
}

const reportHeavy = ({ rule }: ChosenRule): LintFinding => ({
  rule: rule.name,
  severity: "warn",
  pointer: "",
  message:
    "The rule did not run, because the document has too many paths, or too long lists or names.",
  suggestions: [],
});

const reportStopped = (rule: string, limitMs: number, isCustom: boolean): LintFinding => {
  const what = isCustom
    ? "The rules of the organization share this time, and those after this one did not run. Simplify its patterns, narrow its subject, or turn it off"
    : "Simplify the patterns of the schemas, divide the document, or turn the rule off";
  return {
    rule,
    severity: "warn",
    pointer: "",
    message: `This rule was stopped after ${limitMs / 1000} s, so that not all was checked: a pattern takes too long, or the document is too large for the rule. ${what}.`,
    suggestions: [],
  };
};

const reportUnfit = (rule: string): LintFinding => ({
  rule,
  severity: "warn",
  pointer: "",
  message:
    "This rule of the organization requires something that a value of the document cannot have, such as the casing of a number, and stopped there. Narrow its subject.",
  suggestions: [],
});

const unknownVersion: LintFinding = {
  rule: "struct",
  severity: "error",
  pointer: "",
  message: "The document names no known version of OpenAPI: 3.0, 3.1 or 3.2.",
  suggestions: [],
};

const byPlace = (left: LintFinding, right: LintFinding) =>
  compareText(left.pointer, right.pointer) ||
  compareText(left.rule, right.rule) ||
  compareText(left.message, right.message);

/** Each finding once, in order. If there are too many, errors take precedence over warnings. */
function report(all: readonly LintFinding[], failures: readonly RuleFailure[] = []): LintReport {
  const keyOf = ({ rule, pointer, message }: LintFinding) =>
    JSON.stringify([rule, pointer, message]);
  const distinct = [...new Map(all.map((each) => [keyOf(each), each])).values()].sort(byPlace);
  const errors = distinct.filter(({ severity }) => severity === "error");
  const warnings = distinct.filter(({ severity }) => severity !== "error");
  const findings = [...errors, ...warnings].slice(0, maxLintFindings).sort(byPlace);
  return { findings, total: distinct.length, failures };
}

/**
 * The engine visits each object once, so that it would report an object in several places only at
 * the first one. It also takes exact numbers for objects.
 */
const separate = (document: JsonObject): JsonObject =>
  needsCopy(document) ? (JSON.parse(JSON.stringify(document)) as JsonObject) : document;

function runOwnRules(
  document: JsonObject,
  version: OpenApiVersion,
  chosen: readonly ChosenRule[],
): readonly LintFinding[] {
  const severities = new Map(chosen.map(({ rule, severity }) => [rule.name, severity]));
  const own = chosen.flatMap(({ rule }) => rule.rule ?? []);
  return checkRules(own, document, version, maxInvalid).map(({ code, pointer, message }) => ({
    rule: code,
    severity: severities.get(code) ?? "warn",
    pointer,
    message,
    suggestions: [],
  }));
}

/**
 * Checks a document against style rules. It reads no file and calls no URL: external references are
 * findings. So is a document that cannot be parsed as OpenAPI.
 * @throws RuleSettingsError if the settings name a rule or severity that does not exist.
 */
export async function lintDocument({
  document: given,
  rules = {},
  options = noOptions,
  external = nothingOutside,
  limitMs = maxRuleMs,
}: LintInput): Promise<LintReport> {
  checkLintRules(rules);
  const document = separate(toPlainNumbers(given));
  const version = detectVersion(document);
  if (version === null) return report([unknownVersion]);
  const engine = await loadEngine();
  const asked = [...chooseRules(version, rules), ...chooseSetRules(options)];
  const heavy = isTooLarge(document) ? asked.filter(({ rule }) => rule.isHeavy === true) : [];
  const chosen = asked.filter((each) => !heavy.includes(each));
  // `struct` belongs to the validator, which import uses too.
  const engineRules = chosen.filter(
    ({ rule }) => rule.name !== "struct" && rule.rule === undefined,
  );
  const running = { engine, document, version, limitMs };
  const { problems, failures, stopped, unfit } = runRules(running, engineRules);
  const isCustom = (name: string) =>
    chosen.some(({ rule, isCustom: is }) => rule.name === name && is === true);
  const looked = { document, reach: createReach(external) };
  const found = problems.flatMap((problem) => toFindings(looked, problem));
  const invalid = validateDocument(document, version, maxInvalid).findings.filter(
    ({ severity }) => severity === "error",
  );
  const findings = [
    ...addValidity(found, invalid, { chosen, rules }),
    ...runOwnRules(document, version, chosen),
    ...reportFailures(failures),
    ...stopped.map((rule) => reportStopped(rule, limitMs, isCustom(rule))),
    ...unfit.map(reportUnfit),
    ...heavy.map(reportHeavy),
  ];
  return report(findings, failures);
}
