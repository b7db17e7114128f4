import { isNumeric, type Numeric } from "@lintel/json/exact-number";
import type { Random } from "../ground/random.ts";
import { allOf, firstOf, type Parts } from "../schema/parts.ts";
import { listBounds, type Bound } from "../schema/read-bounds.ts";

/** Maximum number of multiples that are tried from a bound on. */
const maxTried = 200;

interface Wanted {
  readonly lowest: Bound | null;
  readonly highest: Bound | null;
  /** All steps that the number must be a multiple of. */
  readonly steps: readonly number[];
  readonly isInteger: boolean;
}

function readWanted(parts: Parts, isInteger: boolean): Wanted {
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
  for (let count = 0; count < maxTried; count += 1) {
    yield tidy((isDown ? from - count : from + count) * step);
  }
  if (highest !== null) yield highest.given;
  if (isInteger || steps.length > 0) return;
  // For two bounds without a whole number between them.
  const [low, high] = [Number(lowest?.given ?? 0), Number(highest?.given ?? 1)];
  for (let part = 2; part <= maxTried; part += 1) {
    yield tidy(low + (high - low) / part);
    yield low + (high - low) / part;
  }
}

/**
 * Bounds, numbers next to them, and any number between: one of these is valid, except for numbers
 * with a step.
 */
function drawCandidates({ lowest, highest, steps, isInteger }: Wanted, random: Random): number[] {
  const low = Number(lowest?.given ?? Math.min(-1000, Number(highest?.given ?? 0) - 1000));
  const high = Number(highest?.given ?? Math.max(1000, low + 1000));
  const step = Math.max(...steps, 0) || (isInteger ? 1 : 0);
  const between = low + random() * (high - low);
  const near = step === 0 ? between : Math.round(between / step) * step;
  const special = [low, high, low + (step || 1), high - (step || 1), 0, 1, -1];
  return [
    ...(random() < 0.3 ? [special[Math.floor(random() * special.length)] ?? 0] : []),
    tidy(near),
    near,
  ];
}

const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/**
 * A number within all bounds and steps of a schema. It differs for each `variant`, which counts
 * from 0, if there are others.
 * @param random - chooses the number; without it, the number is the nearest to a bound
 */
export function makeNumber(
  parts: Parts,
  isInteger: boolean,
  variant = 0,
  random: Random | null = null,
): Numeric {
  const isShort = random !== null && firstOf(parts, "format") === "int32";
  const wanted = readWanted(isShort ? [...parts, int32] : parts, isInteger);
  const drawn = random === null ? [] : drawCandidates(wanted, random);
  const found = drawn.find((number) => fits(number, wanted));
  if (found !== undefined) return found;
  let last: Numeric | null = null;
  let count = 0;
  for (const candidate of listCandidates(wanted)) {
    const isSame = last !== null && Number(candidate) === Number(last);
    if (isSame || !fits(Number(candidate), wanted)) continue;
    last = candidate;
    if (count === variant) break;
    count += 1;
  }
  return last ?? wanted.lowest?.given ?? 1;
}
