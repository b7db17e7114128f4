import type { DocumentView } from "../document/document-view.ts";
import type { Place } from "../document/place.ts";
import type { IsSame } from "../document/sameness.ts";
import type { Direction } from "../model/result.types.ts";
import type { Recorder } from "../report/recorder.ts";
import type { Tally } from "../report/tally.ts";
import type { SchemaComparer } from "../schema/compare-schemas.ts";

/** Two documents under comparison. */
export interface Comparison {
  readonly before: DocumentView;
  readonly after: DocumentView;
  readonly isSame: IsSame;
  readonly recorder: Recorder;
  readonly schemas: SchemaComparer;
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
