import { boundRules } from "../rules/bound.rules.ts";
import { numberRules } from "../rules/number.rules.ts";
import type { Pair } from "./pair.types.ts";
import type { Limit, SchemaView } from "./schema-view.types.ts";
import { integerType, nullType, numberType } from "./value-type.ts";

export function compareNumbers(pair: Pair): void {
  if ((pair.before.types & pair.after.types & numberType) === 0) return;
  compareLimit(pair, "minimum", "lower", 1);
  compareLimit(pair, "maximum", "upper", -1);
  compareMultiples(pair);
}

function isWhole(view: SchemaView): boolean {
  return (view.types & ~nullType) === integerType;
}

/** For integers, more than 0 and at least 1 are the same. */
function readLimit(view: SchemaView, side: "lower" | "upper", inwards: number): Limit | null {
  const limit = view[side];
  if (limit === null || !isWhole(view)) return limit;
  const round = inwards > 0 ? Math.ceil : Math.floor;
  const isNextInteger = limit.isExclusive && Number.isInteger(limit.value);
  return { value: isNextInteger ? limit.value + inwards : round(limit.value), isExclusive: false };
}

function compareLimit(
  pair: Pair,
  keyword: "minimum" | "maximum",
  side: "lower" | "upper",
  inwards: number,
): void {
  const before = readLimit(pair.before, side, inwards);
  const after = readLimit(pair.after, side, inwards);
  const change = howTight(after, inwards) - howTight(before, inwards);
  const isSameValue = before?.value === after?.value;
  const tighter = isSameValue
    ? Number(after?.isExclusive === true) - Number(before?.isExclusive === true)
    : change;
  const rules = boundRules.get(keyword);
  if (tighter === 0 || rules === undefined) return;
  const isRaised = tighter * inwards > 0;
  const exclusive = `exclusive${keyword === "minimum" ? "Minimum" : "Maximum"}`;
  const written = pair.after[side] ?? pair.before[side];
  pair.report(
    isRaised ? rules.raised : rules.lowered,
    written?.isExclusive === true ? exclusive : keyword,
    {
      before: before?.value,
      after: after?.value,
      words: { before: nameLimit(before), after: nameLimit(after) },
    },
  );
}

/** Grows with the number of excluded values. */
function howTight(limit: Limit | null, inwards: number): number {
  return limit === null ? -Infinity : limit.value * inwards;
}

function nameLimit(limit: Limit | null): string {
  if (limit === null) return "none";
  return `${limit.value}${limit.isExclusive ? " (excluded)" : ""}`;
}

function compareMultiples(pair: Pair): void {
  const [before, after] = [readMultiples(pair.before), readMultiples(pair.after)];
  // The looser bound allows everything that the stricter one allows.
  const covers = (strict: readonly number[], loose: readonly number[]): boolean =>
    loose.every((step) => strict.some((other) => isMultiple(other, step)));
  const isTighter = covers(after, before);
  const isLooser = covers(before, after);
  if (isTighter && isLooser) return;
  const { tightened, loosened, changed } = numberRules;
  const oneWay = isTighter ? tightened : loosened;
  pair.report(isTighter || isLooser ? oneWay : changed, "multipleOf", {
    before: before[0],
    after: after[0],
    words: { before: before.join(" and ") || "none", after: after.join(" and ") || "none" },
  });
}

function readMultiples(view: SchemaView): readonly number[] {
  return isWhole(view) ? view.multiples.filter((step) => step !== 1) : view.multiples;
}

/** Steps such as 0.1 are inexact: 0.3 counts as a multiple of it. */
function isMultiple(value: number, step: number): boolean {
  const ratio = value / step;
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 && Math.round(ratio) !== 0;
}
