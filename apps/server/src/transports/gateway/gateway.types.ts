import type { IncomingMessage, ServerResponse } from "node:http";
import type { Treatment } from "@lintel/traffic/treat-at";
import type { LiveOperation, LiveRoute } from "./live-route.ts";
import type { RequestFields } from "./read-request.ts";
import type { Upstream } from "./upstream.ts";

// The compatibility interface of HTTP/2 has the members that the gateway uses.
export type ClientRequest = IncomingMessage;
export type ClientResponse = ServerResponse;

/** A call that has a route. */
export interface Passage {
  readonly live: LiveRoute;
  readonly operation: LiveOperation | null;
  readonly treatment: Treatment;
  readonly consumer: string;
  /** Whether a scan of Lintel says that it sends it: it is not counted. */
  readonly isScan: boolean;
  readonly upstream: Upstream;
  readonly fields: RequestFields;
  /** Sent to the upstream, name and value in turn. */
  readonly headers: string[];
  /** The path and query for the upstream. */
  readonly target: string;
  /** The path as operations are matched with it. */
  readonly path: string;
}

/** An answer of the gateway itself. */
export interface OwnAnswer {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly retryAfter?: number;
  /** The call that it answers; null where it has no route. */
  readonly passage: Passage | null;
}
