import type { DocumentView } from "@lintel/openapi/view";
import type { Place } from "@lintel/json/place";
import type { IsSame } from "../document/sameness.ts";
import type { Direction } from "../model/result.types.ts";
import type { Recorder, Scope } from "../report/recorder.ts";
import type { Tally } from "../report/tally.ts";
import type { SchemaComparer } from "../schema/compare-schemas.ts";

/** Two documents under comparison. */
export interface Comparison {
  readonly before: DocumentView;
  readonly after: DocumentView;
  /** The documents with their numbers as they are written; all else goes by JavaScript's. */
  readonly written: readonly [before: Place, after: Place];
  readonly isSame: IsSame;
  readonly recorder: Recorder;
  readonly schemas: SchemaComparer;
  /** What sunset dates are held against, in milliseconds since 1970. */
  readonly today: number;
}

/** Which way an operation's messages travel: in callbacks and webhooks the API is the caller. */
export interface Flow {
  readonly request: Direction;
  readonly response: Direction;
}

export const clientCalls: Flow = { request: "request", response: "response" };
export const apiCalls: Flow = { request: "response", response: "request" };

/** Two things that stand for the same one, and where what is found in them is counted. */
export interface PlacePair {
  readonly before: Place;
  readonly after: Place;
  readonly tally: Tally;
}

export interface OperationSide {
  /** The path as written, which names its variables; empty where there is none. */
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

/** Where what is found in a part of the documents is counted. */
export interface Owner {
  readonly scope: Scope;
  readonly tally: Tally;
}

/** The owners of the documents' parts, by pointer: the endpoints, and the document for all else. */
export interface Owners {
  readonly document: Owner;
  readonly endpoints: ReadonlyMap<string, Owner>;
  /** The path in the new document of each path in the old one that is written otherwise there. */
  readonly paths: ReadonlyMap<string, string>;
}

/** Whether what an operation refers to is written otherwise, where no rule speaks of it. */
export type IsRewritten = (pair: OperationPair) => boolean;
