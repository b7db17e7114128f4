import type { JsonObject } from "@lintel/json/value";
import { isNumeric, type Numeric } from "@lintel/json/exact-number";
import { allOf } from "../schema/collect-parts.ts";
import { listBounds, type Bound } from "./read-bounds.ts";

/** Multiples that are tried from a bound on. */
const mostTried = 200;

interface Wanted {
  readonly lowest: Bound | null;
  readonly highest: Bound | null;
  /** What the number is a multiple of; all of them. */
  readonly steps: readonly number[];
  readonly isInteger: boolean;
}

function readWanted(parts: readonly JsonObject[], isInteger: boolean): Wanted {
  const byValue = (left: Bound, right: Bound): number =>
    Number(left.given) - Number(right.given) ||
    Number(left.isExclusive) - Number(right.isExclusive);
  const lows = listBounds(parts, "minimum", "exclusiveMinimum").sort(byValue);
  const highs = listBounds(parts, "maximum", "exclusiveMaximum").sort((left, right) =>
    byValue(
      { ...left, isExclusive: !left.isExclusive },
      { ...right, isExclusive: !right.isExclusive },
    ),
  );
  return {
    lowest: lows.at(-1) ?? null,
    highest: highs[0] ?? null,
    steps: allOf(parts, "multipleOf")
      .filter(isNumeric)
      .map(Number)
      .filter((step) => step > 0),
    isInteger,
  };
}

function fits(value: number, { lowest, highest, steps, isInteger }: Wanted): boolean {
  if (!Number.isFinite(value) || (isInteger && !Number.isInteger(value))) return false;
  const [low, high] = [Number(lowest?.given ?? -Infinity), Number(highest?.given ?? Infinity)];
  const isAbove = lowest?.isExclusive === true ? value > low : value >= low;
  const isBelow = highest?.isExclusive === true ? value < high : value <= high;
  return isAbove && isBelow && steps.every((step) => Number.isInteger(value / step));
}

/** Without the digits that binary fractions add: 0.07, not 0.07000000000000001. */
const tidy = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(12));

/** Numbers from the lower bound on, or from the upper one down, in steps. */
function* listCandidates({ lowest, highest, steps, isInteger }: Wanted): Generator<Numeric> {
  const step = Math.max(...steps, 0) || 1;
  if (lowest !== null) yield lowest.given;
  const isDown = lowest === null && highest !== null && Number(highest.given) < step;
  const from = isDown
    ? Math.floor(Number(highest.given) / step)
    : Math.ceil(lowest === null ? 1 : Number(lowest.given) / step);
  for (let count = 0; count < mostTried; count += 1) {
    yield tidy((isDown ? from - count : from + count) * step);
  }
  if (highest !== null) yield highest.given;
  if (isInteger || steps.length > 0) return;
  // Between two bounds without a whole number.
  const [low, high] = [Number(lowest?.given ?? 0), Number(highest?.given ?? 1)];
  for (let part = 2; part <= mostTried; part += 1) {
    yield tidy(low + (high - low) / part);
    yield low + (high - low) / part;
  }
}

/** A number within all bounds and steps of a schema. Different for each `variant`, which counts from 0, where there are others. */
export function makeNumber(parts: readonly JsonObject[], isInteger: boolean, variant = 0): Numeric {
  const wanted = readWanted(parts, isInteger);
  let last: Numeric | null = null;
  let found = 0;
  for (const candidate of listCandidates(wanted)) {
    const isSame = last !== null && Number(candidate) === Number(last);
    if (isSame || !fits(Number(candidate), wanted)) continue;
    last = candidate;
    if (found === variant) break;
    found += 1;
  }
  return last ?? wanted.lowest?.given ?? 1;
}
