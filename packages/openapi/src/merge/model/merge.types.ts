import type { designChanges } from "@lintel/contract/words/design";
import type { Design } from "../../model/design.types.ts";
import type { Json } from "@lintel/json/value";

export const sides = ["mine", "theirs"] as const;
export type Side = (typeof sides)[number];

/** One thing at the last import, its current state, and its state in the new import. */
export interface Three<T = Json | undefined> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/** The part of a document, in a form for people. */
export type Entity = "document" | "tag" | "path" | "endpoint" | "schema" | "component";

/**
 * Something that both sides changed in different ways. `pointer` leads into the merged document, to
 * the value or its place. A value is undefined where it is absent on that side.
 */
export interface MergeConflict extends Three {
  readonly pointer: string;
  readonly entity: Entity;
  /** Such as `GET /books`, the name of a schema, or `responses/NotFound`. */
  readonly name: string;
  readonly kept: Side;
}

/** How a merge changes one thing of mine. */
export interface MergeChange {
  readonly kind: (typeof designChanges)[number];
  readonly entity: Entity;
  readonly name: string;
  /** The id of the row: that of mine if it exists, else the new one; null if there is no row. */
  readonly id: string | null;
  /**
   * Names of the changed members; `path` and `method` for a move, `order` if only the order
   * changes.
   */
  readonly details: readonly string[];
}

export interface MergeResult {
  readonly design: Design;
  readonly changes: readonly MergeChange[];
  readonly conflicts: readonly MergeConflict[];
}
