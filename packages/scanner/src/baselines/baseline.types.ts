import type { Operation } from "../surface/surface.types.ts";
import type { Exchange, RequestDraft } from "../traffic/exchange.types.ts";

/** The id in a path variable or a query parameter, and where it comes from. */
export interface Bound {
  readonly variable: string;
  readonly value: string;
  /** The template up to the variable: `/orders/{orderId}`. */
  readonly itemPath: string;
  /**
   * - `created`: made by this scan, which deletes it at the end.
   * - `listed`: from the list of the identity.
   * - `own`: the account of the identity.
   * - `example`: from the document.
   */
  readonly origin: "created" | "listed" | "own" | "example";
}

/** A request of an operation that an identity may send, and its answer. */
export interface WorkingBaseline {
  readonly works: true;
  readonly operation: Operation;
  readonly identity: string;
  readonly draft: RequestDraft;
  readonly exchange: Exchange;
  readonly bound: readonly Bound[];
}

/** Why there is none. */
export interface MissingBaseline {
  readonly works: false;
  readonly reason: string;
  /** The request that did not work; null if none was sent. */
  readonly draft: RequestDraft | null;
  readonly exchange: Exchange | null;
}

export type Baseline = WorkingBaseline | MissingBaseline;
