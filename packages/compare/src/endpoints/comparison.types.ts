import type { DocumentView } from "@lintel/openapi/view";
import type { Place } from "@lintel/json/place";
import type { IsSame } from "../document/sameness.ts";
import type { Direction } from "../model/result.types.ts";
import type { Recorder, Scope } from "../report/recorder.ts";
import type { Tally } from "../report/tally.ts";
import type { SchemaComparer } from "../schema/compare-schemas.ts";

/** The state of a comparison of two documents. */
export interface Comparison {
  readonly before: DocumentView;
  readonly after: DocumentView;
  /** The documents with numbers as written; everything else uses JavaScript's numbers. */
  readonly written: readonly [before: Place, after: Place];
  readonly isSame: IsSame;
  readonly recorder: Recorder;
  readonly schemas: SchemaComparer;
  /** The date that sunset dates are compared with, in milliseconds since 1970. */
  readonly today: number;
}

/** The direction of an operation's messages: in callbacks and webhooks the API is the client. */
export interface Flow {
  readonly request: Direction;
  readonly response: Direction;
}

export const clientCalls: Flow = { request: "request", response: "response" };
export const apiCalls: Flow = { request: "response", response: "request" };

/** Two matching elements, and the tally for their changes. */
export interface PlacePair {
  readonly before: Place;
  readonly after: Place;
  readonly tally: Tally;
}

export interface OperationSide {
  /** The path as written, with the names of its variables; empty if there is none. */
  readonly path: string;
  readonly item: Place;
  readonly operation: Place;
}

export interface OperationPair {
  readonly before: OperationSide;
  readonly after: OperationSide;
  readonly flow: Flow;
  readonly tally: Tally;
}

/** The tally for the changes in a part of the documents. */
export interface Owner {
  readonly scope: Scope;
  readonly tally: Tally;
}

/**
 * The owners of the documents' parts, by pointer: the endpoints, or the document for everything
 * else.
 */
export interface Owners {
  readonly document: Owner;
  readonly endpoints: ReadonlyMap<string, Owner>;
  /** The path in the new document for each path in the old one that is written differently. */
  readonly paths: ReadonlyMap<string, string>;
}

/**
 * Whether the targets of an operation's references are written differently, without a change that a
 * rule reports.
 */
export type IsRewritten = (pair: OperationPair) => boolean;
