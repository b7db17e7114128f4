import type { ReferencePlan } from "../plan/reference.types.ts";
import { firstOf, type SchemaParts } from "../schema/collect-parts.ts";
import type { Direction } from "../schema/schema-context.ts";

/** Values at the top of an example, those further down, and how deep it goes: readers want the shape, not the size. */
const mostValues = 300;
const mostBelow = 40;
const deepest = 4;
/** What is required is made beyond that, up to here. */
const mostNeeded = 200;
const deepestNeeded = 12;

/** An example while it is made. */
export interface Making {
  readonly plan: ReferencePlan;
  readonly direction: Direction;
  /** Values that may still be made at the top, and below it. */
  left: number;
  below: number;
  /** Values that may still be made because something requires them. */
  needed: number;
  /** Makes the value of a schema; undefined where there is none to show. */
  readonly make: (
    making: Making,
    schema: unknown,
    standing: Standing,
    read?: SchemaParts,
  ) => unknown;
  /** Counts from 0: values of another variant are others, where the schema allows that. */
  variant: number;
}

/** Where a value is. */
export interface Standing {
  readonly depth: number;
  /** Schemas around it. */
  readonly way: readonly unknown[];
  /** Whether the value around it is not valid without it. */
  readonly isNeeded: boolean;
}

export type Parts = SchemaParts["parts"];

export const below = ({ depth, way }: Standing, isNeeded: boolean): Standing => ({
  depth: depth + 1,
  way,
  isNeeded,
});

/** Begins an example with all its room. */
export const beginMaking = (
  plan: ReferencePlan,
  direction: Direction,
  make: Making["make"],
): Making => ({
  plan,
  direction,
  make,
  left: mostValues,
  below: mostBelow,
  needed: mostNeeded,
  variant: 0,
});

/** Makes something for a while in another variant. */
export function inVariant<Value>(making: Making, variant: number, act: () => Value): Value {
  const { variant: before } = making;
  making.variant = variant;
  const value = act();
  making.variant = before;
  return value;
}

/** Whether a value is of the other direction. */
export function isHidden(making: Making, parts: Parts): boolean {
  const hiding = { request: "readOnly", response: "writeOnly" };
  return making.direction !== null && firstOf(parts, hiding[making.direction]) === true;
}

const isRoomy = ({ left, below: deep }: Making, depth: number): boolean =>
  depth > 1 ? deep >= 0 : left >= 0;

/** What is required has room of its own. */
export const hasRoom = (making: Making, { depth, isNeeded }: Standing): boolean =>
  (isRoomy(making, depth) && depth <= deepest) ||
  (isNeeded && making.needed > 0 && depth <= deepestNeeded);

/** Takes the room of one value, and says whether there was any. */
export function takeRoom(making: Making, standing: Standing): boolean {
  const isRoom = hasRoom(making, standing);
  if (standing.depth > 1) making.below -= 1;
  else making.left -= 1;
  if (standing.isNeeded) making.needed -= 1;
  return isRoom;
}
