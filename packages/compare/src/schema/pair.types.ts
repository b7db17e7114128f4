import type { IsSame } from "../document/sameness.ts";
import type { Location, Place } from "@lintel/json/place";
import type { Rule } from "../model/rule.types.ts";
import type { Finding } from "../report/recorder.ts";
import type { Mode } from "./mode.ts";
import type { SchemaReader } from "./read-schema.ts";
import type { ShapeReader } from "./read-shape.ts";
import type { SchemaView } from "./schema-view.types.ts";

/** One of the documents, as the comparison of schemas uses it. */
export interface Side {
  readonly schemas: SchemaReader;
  readonly shapes: ShapeReader;
}

export interface Detail extends Pick<
  Finding,
  "before" | "after" | "name" | "words" | "also" | "isWhole"
> {
  /** The place; without it, that of the keyword, in the new document if it exists there. */
  readonly at?: Location;
}

/** Two schemas for the same value, with what the comparison of a keyword needs. */
export interface Pair {
  readonly before: SchemaView;
  readonly after: SchemaView;
  readonly mode: Mode;
  readonly old: Side;
  readonly new: Side;
  readonly isSame: IsSame;
  /** Reports a change of the keyword. */
  report(rule: Rule, keyword: string, detail?: Detail): void;
  /** Queues two nested schemas for comparison. */
  relate(before: Place, after: Place, isOpaque?: boolean): void;
}
