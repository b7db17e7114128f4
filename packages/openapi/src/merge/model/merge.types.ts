import type { designChanges } from "@lintel/contract/words/design";
import type { Design } from "../../model/design.types.ts";
import type { Json } from "@lintel/json/value";

export const sides = ["mine", "theirs"] as const;
export type Side = (typeof sides)[number];

/** One thing as it was at the last import, as it is now, and as it is to be imported. */
export interface Three<T = Json | undefined> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/** What a part of a document belongs to, for people. */
export type Entity = "document" | "tag" | "path" | "endpoint" | "schema" | "component";

/**
 * Something that both sides changed, each in its way. `pointer` leads into the merged document, to
 * where the value is or would be. A value that is undefined is absent on that side.
 */
export interface MergeConflict extends Three {
  readonly pointer: string;
  readonly entity: Entity;
  /** Such as `GET /books`, the name of a schema, or `responses/NotFound`. */
  readonly name: string;
  readonly kept: Side;
}

/** What acting on the merge does to one thing of mine. */
export interface MergeChange {
  readonly kind: (typeof designChanges)[number];
  readonly entity: Entity;
  readonly name: string;
  /** The row's: mine where there is one, else the new one; null for what has no row. */
  readonly id: string | null;
  /** Names of the members that change; `path` and `method` for a move, `order` for order alone. */
  readonly details: readonly string[];
}

export interface MergeResult {
  readonly design: Design;
  readonly changes: readonly MergeChange[];
  readonly conflicts: readonly MergeConflict[];
}
