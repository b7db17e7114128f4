import type { Assertion } from "@lintel/contract/shapes/test-case";
import type { Equals, Operator } from "../operators/operator.types.ts";
import type { Received } from "../response/received.ts";

/** The fields of an assertion that say where in the response it looks. */
export type Place = Pick<Assertion, "name" | "path">;

/** What a reader has to know of the operator that looks at its value. */
export type Use = Pick<Operator, "expected" | "isAboutPresence">;

/** What was found; `alternatives` are tested one by one, a single one in most cases. */
export interface Reading {
  /** What a report shows. */
  readonly actual: unknown;
  /** A positive operator holds when one of them passes, a negative one when all do. */
  readonly alternatives: readonly unknown[];
  /** Why there is nothing, where that needs a word. */
  readonly note?: string;
}

/** @throws JsonPathError where a path cannot be followed. */
export type Reader = (response: Received, expected: unknown) => Reading;

/** A part of the response that an assertion can look at. */
export interface Source {
  readonly name: Assertion["source"];
  /** What it looks at, in one sentence for the reference. */
  readonly summary: string;
  readonly example: Assertion;
  /** The field of the assertion that it cannot do without. */
  readonly needs: keyof Place | null;
  /** What a report calls the place, for example `header content-type`. */
  label(place: Place): string;
  /**
   * The reader of one place for one operator, made once.
   * @throws JsonPathError where the place is no path.
   */
  prepare(place: Place, use: Use): Reader;
  /** What is wrong with an expected value that no value of this source can meet, or null; absent: any may be met. */
  checkExpected?(expected: unknown): string | null;
  /** When an actual value is the expected one. */
  readonly equals: Equals;
}

/** The reading of exactly one value, which may be `nothing`. */
export function readOne(actual: unknown, note?: string): Reading {
  const reading = { actual, alternatives: [actual] };
  return note === undefined ? reading : { ...reading, note };
}
