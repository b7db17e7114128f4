import type { JsonObject } from "@lintel/json/value";
import type { Sampler } from "@lintel/samples/make-sample";
import type { Scope } from "./scope.ts";
import type { SchemaSource } from "@lintel/samples/schema/parts";

export type ParameterPlace = "path" | "query" | "header" | "cookie";

export interface Parameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly isRequired: boolean;
  readonly schema: unknown;
  /** An example or default of the document; undefined without one. */
  readonly example: unknown;
}

export interface RequestBody {
  readonly mediaType: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
  readonly example: unknown;
}

/** One operation of the document, as far as a scan needs it. */
export interface Operation {
  /** Method and path: `GET /orders/{orderId}`. */
  readonly id: string;
  readonly operationId: string | null;
  readonly method: string;
  /** The path template. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | null;
  /** Whether the document says that each call needs a credential. */
  readonly needsCredential: boolean;
  /** The schema of the JSON answer, by status or `default`. */
  readonly responses: ReadonlyMap<string, unknown>;
  /** The documented statuses, such as `404`, `4XX` and `default`. */
  readonly statuses: ReadonlySet<string>;
  /** The words of path, operation id and tags, in lower case. */
  readonly words: ReadonlySet<string>;
  readonly isWrite: boolean;
  /** A POST whose name says that it only asks, such as a search. */
  readonly isAsking: boolean;
  /** The day or moment from which on the document says it is closed (`x-sunset`); null without. */
  readonly sunset: string | null;
  /** Why the operation is not called unless a profile allows it; null if it can be called. */
  readonly danger: Danger | null;
}

export interface Danger {
  /** Completes "was skipped: …". */
  readonly reason: string;
  /** It destroys what the scan needs, also where the data of the target can be thrown away. */
  readonly harmsScan: boolean;
}

/** An address to which the API sends requests, as the document says. */
export interface OutgoingCall {
  /** The name of the webhook or callback. */
  readonly name: string;
  /** The operation that declares a callback; null for a webhook. */
  readonly operation: Operation | null;
  readonly url: string;
}

/** What of an API a scan can reach, as its document describes it. */
export interface Surface {
  readonly title: string;
  readonly operations: readonly Operation[];
  readonly outgoing: readonly OutgoingCall[];
  /** What the scan may call, also of what the document does not name. */
  readonly scope: Scope;
  readonly document: JsonObject;
  readonly source: SchemaSource;
  readonly sampler: Sampler;
}
