import { stepInto, type Location, type Place } from "@lintel/json/place";
import type { Rule } from "../model/rule.types.ts";
import type { Finding } from "../report/recorder.ts";
import type { Tally } from "../report/tally.ts";
import { securityRules } from "../rules/security.rules.ts";
import type { Comparison, OperationPair, OperationSide } from "./comparison.types.ts";
import {
  hasSameSchemes,
  nameRequirement,
  readRequirements,
  readSchemes,
  suffices,
  type Requirement,
  type Scheme,
} from "./read-security.ts";

export type CompareSecurity = (pair: OperationPair) => void;

/** Makes the function that compares the security requirements of operations. */
export function prepareSecurity(comparison: Comparison): CompareSecurity {
  const old = readSchemes(comparison.before);
  const now = readSchemes(comparison.after);
  const oldNames = new Map([...old].map(([name, { definition }]) => [definition, name]));
  /** A renamed scheme is compared under its old name. */
  const rename = (name: string): string => {
    const definition = now.get(name)?.definition;
    return old.has(name) || definition === undefined ? name : (oldNames.get(definition) ?? name);
  };
  const findRenamed = (scheme: Scheme | undefined): Scheme | undefined =>
    [...now.values()].find(({ definition }) => definition === scheme?.definition);
  const compareScheme = (name: string, tally: Tally, isAsked: boolean): void => {
    const [from, to] = [old.get(name), now.get(name) ?? findRenamed(old.get(name))];
    if (from !== undefined && to === undefined && isAsked) {
      const detail = { before: from.place.value, name };
      report(comparison, securityRules.schemeRemoved, from.place.at, tally, detail, null);
    }
    if (from === undefined || to === undefined || from.definition === to.definition) return;
    const detail = { before: from.place.value, after: to.place.value, name };
    report(comparison, securityRules.schemeChanged, to.place.at, tally, detail, null);
  };
  return (pair) => {
    const [fromPlace, toPlace] = [
      find(comparison.before, pair.before),
      find(comparison.after, pair.after),
    ];
    const from = readRequirements(fromPlace.place.value, (name) => name);
    const to = readRequirements(toPlace.place.value, rename);
    const isShared = fromPlace.isShared && toPlace.isShared;
    const at = (toPlace.place.value === undefined ? fromPlace : toPlace).place.at;
    const add = (rule: Rule, detail: Partial<Finding>): void => {
      report(comparison, rule, at, pair.tally, detail, isShared ? null : comparison.recorder.scope);
    };
    reportLost(from, to, add);
    reportGained(from, to, add);
    for (const name of new Set(from.flatMap((requirement) => [...requirement.keys()]))) {
      const isAsked = to.some((requirement) => requirement.has(name));
      compareScheme(name, pair.tally, isAsked);
    }
  };
}

type AddFinding = (rule: Rule, detail: Partial<Finding>) => void;

/** An operation's own `security` overrides that of the document (OpenAPI 3.2, section 4.10). */
function find(
  document: Comparison["before"],
  { operation }: OperationSide,
): { readonly place: Place; readonly isShared: boolean } {
  const own = stepInto(operation, "security");
  if (own.value !== undefined) return { place: own, isShared: false };
  return { place: stepInto(document.root, "security"), isShared: true };
}

/** A change that all operations share is reported once, for none of them. */
function report(
  { recorder }: Comparison,
  rule: Rule,
  at: Location,
  tally: Tally,
  detail: Partial<Finding>,
  scope: Comparison["recorder"]["scope"] | null,
): void {
  const held = recorder.scope;
  recorder.scope = scope ?? { method: null, path: null };
  recorder.record({ rule, direction: null, at, tally, isWhole: true, ...detail });
  recorder.scope = held;
}

function nameAll(requirements: readonly Requirement[]): string {
  return requirements.map(nameRequirement).join(", or ");
}

function reportLost(
  from: readonly Requirement[],
  to: readonly Requirement[],
  add: AddFinding,
): void {
  for (const given of from) {
    if (to.some((asked) => suffices(given, asked))) continue;
    const words = { before: nameRequirement(given), after: nameAll(to) };
    const sibling = to.find((asked) => hasSameSchemes(given, asked));
    if (given.size === 0) add(securityRules.required, { words, name: words.after });
    else if (sibling === undefined) {
      add(securityRules.alternativeRemoved, { words, name: words.before });
    } else {
      add(securityRules.scopeAdded, describeScopes(sibling, given, "after"));
    }
  }
}

function reportGained(
  from: readonly Requirement[],
  to: readonly Requirement[],
  add: AddFinding,
): void {
  for (const asked of to) {
    if (from.some((given) => suffices(asked, given))) continue;
    const words = { before: nameAll(from), after: nameRequirement(asked) };
    const sibling = from.find((given) => hasSameSchemes(given, asked));
    if (asked.size === 0) add(securityRules.dropped, { words });
    else if (sibling === undefined) {
      add(securityRules.alternativeAdded, { words, name: words.after });
    } else {
      add(securityRules.scopeRemoved, describeScopes(sibling, asked, "before"));
    }
  }
}

/** The scopes that only the first requirement has. */
function describeScopes(more: Requirement, less: Requirement, side: "before" | "after") {
  const scopes = [...more].flatMap(([scheme, names]) =>
    [...names].filter((name) => less.get(scheme)?.has(name) !== true),
  );
  const name = [...more.keys()].join(" and ");
  return { name, [side]: scopes, words: { [side]: scopes.join(", ") } };
}
