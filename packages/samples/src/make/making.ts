import type { Checking } from "../check/checking.ts";
import type { Random } from "../ground/random.ts";
import type { Place, Wish } from "../ground/sample.types.ts";
import type { OpenedSchema, SchemaSource } from "../schema/parts.ts";
import type { Memory } from "./memory.ts";

/** Values at the top of a sample, those further down, and how deep it goes: readers want the shape, not the size. */
const maxValues = 300;
const maxBelow = 40;
const maxDepth = 4;

/** Values that are made and thrown away before no other way is tried: unions within unions have very many. */
const maxWork = 3000;

/** What is required is made beyond that, up to here. */
export interface Room {
  readonly needed: number;
  readonly depth: number;
  /** Whether known values are used only where they are valid. */
  readonly checksKnown: boolean;
}

/** A sample while it is made. */
export interface Making {
  readonly source: SchemaSource;
  readonly checking: Checking;
  readonly memory: Memory;
  readonly wish: Wish;
  readonly random: Random | null;
  readonly room: Room;
  /** Values that may still be made at the top, and below it. */
  left: number;
  below: number;
  /** Values that may still be made because something requires them. */
  needed: number;
  /** Values that may still be made in all, those that are thrown away included. */
  work: number;
  /** Counts from 0: values of another variant are others, where the schema allows that. */
  variant: number;
  /** Why the first value that could not be made was not. */
  refusal: string | null;
  /** Makes the value of a schema; undefined where there is none. */
  readonly make: (
    making: Making,
    schema: unknown,
    position: Position,
    read?: OpenedSchema,
  ) => unknown;
}

/** Where a value is made. */
export interface Position extends Place {
  readonly depth: number;
  /** Schemas around it. */
  readonly way: readonly unknown[];
  /** Whether the value around it is not valid without it. */
  readonly isNeeded: boolean;
  /** Whether only what is required is made. */
  readonly isSparse: boolean;
  /** Whether there is room for the smallest value alone. */
  readonly isCramped: boolean;
  /** Optional members that are left out. */
  readonly omitted: ReadonlySet<string>;
}

export const nothingOmitted: ReadonlySet<string> = new Set();

/** The position of a member, or of an item where no name is given. */
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

/** One of so many, by chance or by the variant. */
export const choose = ({ random, variant }: Making, count: number): number =>
  random === null ? variant % count : Math.floor(random() * count);

/** Makes something for a while in another variant. */
export function inVariant<Value>(making: Making, variant: number, act: () => Value): Value {
  const { variant: before } = making;
  making.variant = variant;
  const value = act();
  making.variant = before;
  return value;
}

/** Records why a value that is needed cannot be made; the first reason is the innermost. */
export function refuse(making: Making, position: Position, refusal: string): undefined {
  if (position.isNeeded) making.refusal ??= refusal;
}

/** Whether there is room for more than what is required. */
export const isRoomy = ({ left, below: deep }: Making, { depth }: Position): boolean =>
  (depth > 1 ? deep >= 0 : left >= 0) && depth <= maxDepth;

/** What is required has room of its own. */
export const hasRoom = (making: Making, position: Position): boolean =>
  isRoomy(making, position) ||
  (position.isNeeded && making.needed > 0 && position.depth <= making.room.depth);

/** Takes the room of one value, and says whether there was any. */
export function takeRoom(making: Making, position: Position): boolean {
  const isRoom = hasRoom(making, position) && making.work > 0;
  making.work -= 1;
  if (position.depth > 1) making.below -= 1;
  else making.left -= 1;
  if (position.isNeeded) making.needed -= 1;
  return isRoom;
}
