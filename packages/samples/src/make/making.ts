import type { Checking } from "../check/checking.ts";
import type { Random } from "../ground/random.ts";
import type { Place, Wish } from "../ground/sample.types.ts";
import type { OpenedSchema, SchemaSource } from "../schema/parts.ts";
import type { Memory } from "./memory.ts";

/**
 * The limits of values in the root of a sample, of those further down, and of its depth: readers
 * want the shape, not the size.
 */
const maxValues = 300;
const maxBelow = 40;
const maxDepth = 4;

/**
 * The limit of discarded values before no other way is tried, because nested unions have very many
 * ways.
 */
const maxWork = 3000;

/** The limit up to which required values exceed the others. */
export interface Room {
  readonly needed: number;
  readonly depth: number;
  /** Whether known values are used only if they are valid. */
  readonly checksKnown: boolean;
}

/** The state of a sample under construction. */
export interface Making {
  readonly source: SchemaSource;
  readonly checking: Checking;
  readonly memory: Memory;
  readonly wish: Wish;
  readonly random: Random | null;
  readonly room: Room;
  /** The number of remaining values in the root, and below it. */
  left: number;
  below: number;
  /** The number of remaining required values. */
  needed: number;
  /** The number of all remaining values, including discarded ones. */
  work: number;
  /** Counts from 0: each variant has other values, if the schema allows that. */
  variant: number;
  /** Why the first failing value could not be made. */
  refusal: string | null;
  /** Makes the value of a schema; undefined if there is none. */
  readonly make: (
    making: Making,
    schema: unknown,
    position: Position,
    read?: OpenedSchema,
  ) => unknown;
}

/** The place of a value. */
export interface Position extends Place {
  readonly depth: number;
  /** Schemas around it. */
  readonly way: readonly unknown[];
  /** Whether the value around it is invalid without it. */
  readonly isNeeded: boolean;
  /** Whether only required members are made. */
  readonly isSparse: boolean;
  /** Whether there is room only for the smallest value. */
  readonly isCramped: boolean;
  /** Optional members that are omitted. */
  readonly omitted: ReadonlySet<string>;
}

const nothingOmitted: ReadonlySet<string> = new Set();

/** The position of a member, or of an item without a name. */
export const below = (position: Position, isNeeded: boolean, name?: string): Position => ({
  depth: position.depth + 1,
  way: position.way,
  isNeeded,
  isSparse: position.isSparse,
  isCramped: position.isCramped,
  omitted: nothingOmitted,
  name: name ?? position.name,
  owner: name === undefined ? position.owner : position.name || position.owner,
});

export const beginMaking = (
  fixed: Pick<Making, "source" | "checking" | "memory" | "wish" | "random" | "room" | "make">,
): Making => ({
  ...fixed,
  left: maxValues,
  below: maxBelow,
  needed: fixed.room.needed,
  work: maxWork + fixed.room.needed,
  variant: 0,
  refusal: null,
});

export const firstPosition = ({ noun = "", members }: Wish): Position => ({
  depth: 0,
  way: [],
  isNeeded: true,
  isSparse: members === "required",
  isCramped: false,
  omitted: nothingOmitted,
  name: "",
  owner: noun,
});

/** One of several, by chance or by the variant. */
export const choose = ({ random, variant }: Making, count: number): number =>
  random === null ? variant % count : Math.floor(random() * count);

/** Makes something temporarily in another variant. */
export function inVariant<Value>(making: Making, variant: number, act: () => Value): Value {
  const { variant: before } = making;
  making.variant = variant;
  const value = act();
  making.variant = before;
  return value;
}

/** Records why a required value cannot be made; the first reason is the innermost. */
export function refuse(making: Making, position: Position, refusal: string): undefined {
  if (position.isNeeded) making.refusal ??= refusal;
}

/** Whether there is room for optional values. */
export const isRoomy = ({ left, below: deep }: Making, { depth }: Position): boolean =>
  (depth > 1 ? deep >= 0 : left >= 0) && depth <= maxDepth;

/** Required values have room of their own. */
export const hasRoom = (making: Making, position: Position): boolean =>
  isRoomy(making, position) ||
  (position.isNeeded && making.needed > 0 && position.depth <= making.room.depth);

/** Takes the room of one value. Returns false if no room was left. */
export function takeRoom(making: Making, position: Position): boolean {
  const isRoom = hasRoom(making, position) && making.work > 0;
  making.work -= 1;
  if (position.depth > 1) making.below -= 1;
  else making.left -= 1;
  if (position.isNeeded) making.needed -= 1;
  return isRoom;
}
