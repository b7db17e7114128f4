import type { Assertion } from "@lintel/contract/shapes/test-case";
import type { Equals, Operator } from "../operators/operator.types.ts";
import type { Received } from "../response/received.ts";

/** The fields of an assertion that locate the value in the response. */
export type Place = Pick<Assertion, "name" | "path">;

/** What a reader must know about the operator of the assertion. */
export type Use = Pick<Operator, "expected" | "isAboutPresence">;

/** The values found. Each of `alternatives` is tested; usually there is only one. */
export interface Reading {
  /** The value that a report shows. */
  readonly actual: unknown;
  /** A positive operator holds if one of them passes, a negative one if all do. */
  readonly alternatives: readonly unknown[];
  /** Why there is no value, if that needs an explanation. */
  readonly note?: string;
}

/** @throws JsonPathError if a path cannot be evaluated. */
export type Reader = (response: Received, expected: unknown) => Reading;

/** A part of the response that an assertion can check. */
export interface Source {
  readonly name: Assertion["source"];
  /** What it checks, in one sentence for the reference. */
  readonly summary: string;
  readonly example: Assertion;
  /** The required field of the assertion. */
  readonly needs: keyof Place | null;
  /** The name of the location in a report, for example `header content-type`. */
  label(place: Place): string;
  /**
   * Makes the reader of one location for one operator.
   * @throws JsonPathError if the location is not a path.
   */
  prepare(place: Place, use: Use): Reader;
  /** Why no value of this source can meet an expected value, or null. Absent: any value is possible. */
  checkExpected?(expected: unknown): string | null;
  /** Whether an actual value equals the expected one. */
  readonly equals: Equals;
}

/** A reading of exactly one value, which may be `nothing`. */
export function readOne(actual: unknown, note?: string): Reading {
  const reading = { actual, alternatives: [actual] };
  return note === undefined ? reading : { ...reading, note };
}
