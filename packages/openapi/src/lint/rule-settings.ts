import { type LintSeverity, lintSeverities } from "@lintel/contract/words/design";
import type { CustomLintRule } from "@lintel/contract/shapes/lint-options";
import { quote } from "@lintel/json/shorten";
import type { ValidityRule } from "../rules/form/rule.types.ts";
import { validityRules } from "../rules/validity-rules.generated.ts";
import { findSchemaError } from "./check-rule-schema.ts";
import { chooseSetRules } from "./custom-rules.ts";
import { defaultRules, type LintRule } from "./rule-table.ts";
import { type LintOptions, type LintRules } from "./lint-options.ts";

// The existing rules, and what an organization can set.

/** The rules of lint that have a severity by default. */
export const listLintRules = (): readonly LintRule[] => defaultRules;

/** The lint rules that the organization defined. */
export const listSetRules = (
  options: LintOptions,
): readonly { readonly rule: LintRule; readonly severity: LintSeverity }[] =>
  chooseSetRules(options);

/** The rules of validation. */
export const listDocumentRules = (): readonly ValidityRule[] => validityRules;

/**
 * A setting that names an unknown rule or severity, or a rule of the organization that is invalid.
 */
export class RuleSettingsError extends Error {
  override readonly name = "RuleSettingsError";
  readonly code: "unknownRule" | "rule";
  /** The field of the settings, such as `customLintRules[2].assertions.pattern`. */
  readonly field: string;

  constructor(code: RuleSettingsError["code"], field: string, message: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

/** @throws RuleSettingsError at the first entry with an unknown rule or severity. */
export function checkLintRules(rules: LintRules): void {
  const refuse = (message: string) => new RuleSettingsError("unknownRule", "lintRules", message);
  const known = new Set(defaultRules.map(({ name }) => name));
  for (const [name, severity] of Object.entries(rules)) {
    if (!known.has(name)) throw refuse(`There is no lint rule ${quote(name)}`);
    if (!lintSeverities.includes(severity)) {
      throw refuse(`The severity of ${name} is one of ${lintSeverities.join(", ")}`);
    }
  }
}

const refuse = (field: string, message: string) =>
  new RuleSettingsError("rule", `customLintRules${field}`, message);

/** The maximum size of all rules of an organization together, as JSON. */
const maxCustomLength = 64 * 1024;

const ofNamesAlone = [
  "required",
  "requireAny",
  "disallowed",
  "mutuallyExclusive",
  "mutuallyRequired",
] as const;

const ofValuesAlone = ["nonEmpty", "schema"] as const;

/** @throws RuleSettingsError at the first invalid rule. */
export async function checkCustomRules(rules: readonly CustomLintRule[]): Promise<void> {
  if (JSON.stringify(rules).length > maxCustomLength)
    throw refuse("", `All rules together may have ${maxCustomLength} characters.`);
  const names = new Set<string>();
  for (const [at, rule] of rules.entries()) {
    if (names.has(rule.name))
      throw refuse(`[${at}].name`, `Another rule is named ${quote(rule.name)}.`);
    names.add(rule.name);
    checkRule(rule, `[${at}]`);
  }
  for (const [at, rule] of rules.entries()) await checkSchemas(rule, `[${at}]`);
}

function checkRule(
  { subject, assertions, where = [], message = "" }: CustomLintRule,
  at: string,
): void {
  if (Object.keys(assertions).length === 0)
    throw refuse(`${at}.assertions`, "Say what must hold: give one assertion at least.");
  checkSelection({ subject, assertions }, at);
  for (const [place, around] of where.entries()) checkSelection(around, `${at}.where[${place}]`);
  // Each placeholder is replaced with values of the document, which may be long.
  if (message.split("{{").length > 4)
    throw refuse(`${at}.message`, "A message may have three placeholders.");
}

function checkSelection(
  { subject, assertions }: Pick<CustomLintRule, "subject" | "assertions">,
  at: string,
): void {
  const ofNames = ofNamesAlone.find((name) => assertions[name] !== undefined);
  if (subject.property !== undefined && ofNames !== undefined)
    throw refuse(
      `${at}.assertions.${ofNames}`,
      `${ofNames} is about the names of members: leave subject.property out.`,
    );
  const ofValue = ofValuesAlone.find((name) => assertions[name] !== undefined);
  if (subject.property === undefined && ofValue !== undefined)
    throw refuse(
      `${at}.assertions.${ofValue}`,
      `${ofValue} is about a value: name a member in subject.property.`,
    );
  checkPattern(assertions.pattern, `${at}.assertions.pattern`);
  checkPattern(assertions.notPattern, `${at}.assertions.notPattern`);
  checkPattern(subject.matchParentKeys, `${at}.subject.matchParentKeys`);
}

async function checkSchemas({ assertions, where = [] }: CustomLintRule, at: string): Promise<void> {
  await checkSchema(assertions.schema, `${at}.assertions.schema`);
  for (const [place, around] of where.entries())
    await checkSchema(around.assertions.schema, `${at}.where[${place}].assertions.schema`);
}

async function checkSchema(
  schema: CustomLintRule["assertions"]["schema"],
  field: string,
): Promise<void> {
  if (schema === undefined) return;
  const error = await findSchemaError(schema);
  if (error !== null) throw refuse(field, `The schema is not valid: ${error}.`);
}

function checkPattern(pattern: string | undefined, field: string): void {
  if (pattern === undefined) return;
  try {
    RegExp(pattern, "u");
  } catch (error) {
    throw refuse(field, error instanceof Error ? `${error.message}.` : String(error));
  }
}
