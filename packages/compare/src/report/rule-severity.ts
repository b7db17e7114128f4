import type { ChangeSeverity as Severity } from "@lintel/contract/words/comparison";
import type { Direction } from "../model/result.types.ts";
import type { Effect, Rule, SeveritySetting } from "../model/rule.types.ts";

const effectSeverities: Readonly<Record<Effect, Readonly<Record<Direction, Severity>>>> = {
  narrows: { request: "breaking", response: "info" },
  widens: { request: "info", response: "breaking" },
  shifts: { request: "breaking", response: "breaking" },
  unclear: { request: "warn", response: "warn" },
  neutral: { request: "info", response: "info" },
  documents: { request: "info", response: "info" },
};

const reasons: Readonly<Record<Effect, Readonly<Record<Direction, string>>>> = {
  narrows: {
    request: "Requests that were accepted can be refused.",
    response: "Clients receive only values that they expect.",
  },
  widens: {
    request: "All requests that were accepted still are.",
    response: "Clients can receive values that they do not expect.",
  },
  shifts: {
    request: "Requests that were accepted can be refused.",
    response: "Clients can receive values that they do not expect.",
  },
  unclear: {
    request: "Requests that were accepted may be refused: review the change.",
    response: "Clients may receive values that they do not expect: review the change.",
  },
  neutral: { request: "No client has to change.", response: "No client has to change." },
  documents: { request: "Only the text changes.", response: "Only the text changes." },
};

/** The severity of a rule without settings; null if it does not apply. */
export function readDefaultSeverity(rule: Rule, direction: Direction): Severity | null {
  if (typeof rule.severity === "string") return rule.severity;
  return rule.severity === undefined
    ? effectSeverities[rule.effect][direction]
    : rule.severity[direction];
}

export function evaluateSeverity(
  rule: Rule,
  direction: Direction | null,
  settings: Readonly<Record<string, SeveritySetting>>,
): Severity | null {
  const place = direction ?? "request";
  const usual = readDefaultSeverity(rule, place);
  const setting = Object.hasOwn(settings, rule.name) ? settings[rule.name] : undefined;
  // A setting does not make a rule apply in a direction in which it has no severity.
  if (setting === undefined || usual === null) return usual;
  const chosen = typeof setting === "string" ? setting : setting[place];
  return chosen === "off" ? null : (chosen ?? usual);
}

export function explainEffect(rule: Rule, direction: Direction | null): string {
  return rule.reason ?? reasons[rule.effect][direction ?? "request"];
}
