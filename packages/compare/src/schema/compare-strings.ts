import type { Rule } from "../model/rule.types.ts";
import { formatRules } from "../rules/format.rules.ts";
import { stringRules } from "../rules/string.rules.ts";
import type { Pair } from "./pair.types.ts";
import { stringType } from "./value-type.ts";

export function comparePatterns(pair: Pair): void {
  if ((pair.before.types & pair.after.types & stringType) === 0) return;
  const { patternAdded, patternRemoved, patternChanged } = stringRules;
  compareLists(pair, "pattern", pair.before.patterns, pair.after.patterns, (lost, gained) => {
    if (lost.length === 0) return patternAdded;
    return gained.length === 0 ? patternRemoved : patternChanged;
  });
}

/** Formats with those that include all of their values. */
const widerFormats: ReadonlyMap<string, string> = new Map([
  ["int32", "int64"],
  ["float", "double"],
  ["email", "idn-email"],
  ["hostname", "idn-hostname"],
  ["uri", "uri-reference"],
  ["iri", "iri-reference"],
]);

export function compareFormats(pair: Pair): void {
  compareLists(pair, "format", pair.before.formats, pair.after.formats, (lost, gained) => {
    if (lost.length === 0) return formatRules.added;
    if (gained.length === 0) return formatRules.removed;
    const [from = "", to = ""] = [lost[0], gained[0]];
    if (widerFormats.get(from) === to) return formatRules.widened;
    return widerFormats.get(to) === from ? formatRules.narrowed : formatRules.changed;
  });
}

function compareLists(
  pair: Pair,
  keyword: string,
  before: readonly string[],
  after: readonly string[],
  pick: (lost: readonly string[], gained: readonly string[]) => Rule,
): void {
  const lost = before.filter((entry) => !after.includes(entry));
  const gained = after.filter((entry) => !before.includes(entry));
  if (lost.length === 0 && gained.length === 0) return;
  pair.report(pick(lost, gained), keyword, { before: single(lost), after: single(gained) });
}

function single(entries: readonly string[]): unknown {
  return entries.length > 1 ? entries : entries[0];
}
