import type { LintSeverity } from "@lintel/contract/words/design";
import type { CustomLintRule, MediaTypeRules } from "@lintel/contract/shapes/lint-options";
import type { ChosenRule } from "./choose-rules.ts";
import type { LintRule } from "./rule-table.ts";
import type { LintOptions } from "./lint-options.ts";

/** The name of an organization's rule in findings. */
const nameCustomRule = (name: string): string => `rule/${name}`;

/** Rules with settings, in the form in which they run. */
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
  fix: "Follow the rule of the organization.",
});

/** The rule in the engine's form. The engine's own message has terminal colors. */
function toAssertion({ where, severity, message, ...rule }: CustomLintRule, assertionId: string) {
  return {
    assertionId,
    severity,
    message:
      message ??
      (rule.subject.property === undefined ? "{{problems}}" : "{{property}}: {{problems}}"),
    ...toSelection(rule),
    ...(where === undefined ? {} : { where: where.map(toSelection) }),
  };
}

type Selection = Pick<CustomLintRule, "subject" | "assertions">;

/** Patterns are enclosed in slashes. */
function toSelection({ subject, assertions }: Selection) {
  const { matchParentKeys } = subject;
  const { pattern, notPattern } = assertions;
  return {
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

/** The engine takes the text between the first slash and the last one. */
const toEngine = (pattern: string) => `/${pattern}/u`;
