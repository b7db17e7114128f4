import type { CustomLintRule, MediaTypeRules } from "@lintel/contract/shapes/lint-options";
import { quote } from "@lintel/json/shorten";
import type { ChosenRule } from "./choose-rules.ts";
import type { LintRule } from "./default-rules.ts";
import type { LintOptions } from "./custom-rule.types.ts";
import type { LintSeverity } from "./lint-severity.ts";

export const mostCustomRules = 50;
/** All rules of an organization together, as JSON. */
export const mostCustomLength = 64 * 1024;

/** A rule of an organization that says something that cannot be. */
export class CustomRuleError extends Error {
  override readonly name = "CustomRuleError";
  /** The index of the rule and what of it, such as `[2].assertions.pattern`. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

const ofNamesAlone = [
  "required",
  "requireAny",
  "disallowed",
  "mutuallyExclusive",
  "mutuallyRequired",
] as const;

/** @throws CustomRuleError at the first rule that cannot be. */
export function checkCustomRules(rules: readonly CustomLintRule[]): void {
  if (JSON.stringify(rules).length > mostCustomLength)
    throw new CustomRuleError("", `All rules together may have ${mostCustomLength} characters.`);
  const names = new Set<string>();
  for (const [at, rule] of rules.entries()) {
    if (names.has(rule.name))
      throw new CustomRuleError(`[${at}].name`, `Another rule is named ${quote(rule.name)}.`);
    names.add(rule.name);
    checkRule(rule, `[${at}]`);
  }
}

function checkRule({ subject, assertions, message = "" }: CustomLintRule, at: string): void {
  const given = Object.keys(assertions);
  if (given.length === 0)
    throw new CustomRuleError(
      `${at}.assertions`,
      "Say what must hold: give one assertion at least.",
    );
  const ofNames = ofNamesAlone.find((name) => given.includes(name));
  if (subject.property !== undefined && ofNames !== undefined)
    throw new CustomRuleError(
      `${at}.assertions.${ofNames}`,
      `${ofNames} is about the names of members: leave subject.property out.`,
    );
  if (subject.property === undefined && given.includes("nonEmpty"))
    throw new CustomRuleError(
      `${at}.assertions.nonEmpty`,
      "nonEmpty is about a value: name a member in subject.property.",
    );
  checkPattern(assertions.pattern, `${at}.assertions.pattern`);
  checkPattern(assertions.notPattern, `${at}.assertions.notPattern`);
  checkPattern(subject.matchParentKeys, `${at}.subject.matchParentKeys`);
  // Each is filled in with values of the document, which may be long.
  if (message.split("{{").length > 4)
    throw new CustomRuleError(`${at}.message`, "A message may have three placeholders.");
}

function checkPattern(pattern: string | undefined, field: string): void {
  if (pattern === undefined) return;
  try {
    RegExp(pattern, "u");
  } catch (error) {
    throw new CustomRuleError(field, error instanceof Error ? `${error.message}.` : String(error));
  }
}

/** How findings name a rule of an organization. */
export const nameCustomRule = (name: string): string => `rule/${name}`;

/** Rules that have settings, as they are run. */
export function chooseSetRules({ custom, mediaTypes }: LintOptions): readonly ChosenRule[] {
  return [
    ...chooseMediaTypes("request-mime-type", mediaTypes.request),
    ...chooseMediaTypes("response-mime-type", mediaTypes.response),
    ...custom.flatMap(chooseCustom),
  ];
}

function chooseMediaTypes(name: string, set: MediaTypeRules["request"]): readonly ChosenRule[] {
  if (set === null || set.severity === "off") return [];
  const { severity, allowedValues } = set;
  const rule = describe(
    name,
    severity,
    `Bodies have one of these media types: ${allowedValues.join(", ")}.`,
  );
  return [{ rule, severity, engine: { name, options: { allowedValues } } }];
}

function chooseCustom(rule: CustomLintRule): readonly ChosenRule[] {
  const { severity } = rule;
  if (severity === "off") return [];
  const name = nameCustomRule(rule.name);
  const options = { asserted: toAssertion(rule, name) };
  return [
    {
      rule: { ...describe(name, severity, rule.description), isLimited: true },
      severity,
      isCustom: true,
      engine: { name: "assertions", options },
    },
  ];
}

const describe = (name: string, severity: LintSeverity, description?: string): LintRule => ({
  name,
  description: description ?? "As the organization set it.",
  default: severity,
  reason: "The organization set it.",
});

/** The rule as the engine takes it. Its own message has colours for a terminal. */
function toAssertion(
  { subject, assertions, severity, message }: CustomLintRule,
  assertionId: string,
) {
  const { matchParentKeys } = subject;
  const { pattern, notPattern } = assertions;
  return {
    assertionId,
    severity,
    message:
      message ?? (subject.property === undefined ? "{{problems}}" : "{{property}}: {{problems}}"),
    subject: {
      ...subject,
      ...(matchParentKeys === undefined ? {} : { matchParentKeys: toEngine(matchParentKeys) }),
    },
    assertions: {
      ...assertions,
      ...(pattern === undefined ? {} : { pattern: toEngine(pattern) }),
      ...(notPattern === undefined ? {} : { notPattern: toEngine(notPattern) }),
    },
  };
}

/** The engine takes what stands between slashes, up to the last one. */
const toEngine = (pattern: string) => `/${pattern}/u`;
