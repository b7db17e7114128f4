import { textOf } from "@lintel/json/value";
import type { FieldGroup, Line } from "../blocks/block.types.ts";
import { shortenText } from "../schema/shorten-text.ts";
import type { ReferencePlan, SchemaEntry } from "../plan/reference.types.ts";
import { firstOf } from "@lintel/samples/schema/parts";
import { collectParts } from "../schema/collect-parts.ts";
import { describeBelow } from "../schema/describe-schema.ts";
import { writeTypeLine } from "../schema/type-line.ts";

/** A schema in short, for a page that is not its own. */
export interface SchemaSummary {
  readonly type: Line;
  /** May be empty. */
  readonly description: string;
  /** Its fields and those one level below them. */
  readonly groups: readonly FieldGroup[];
}

/** Nodes that are read of a schema: a page may name many of them. */
const mostNodes = 3_000;

export function summarizeSchema(plan: ReferencePlan, { schema }: SchemaEntry): SchemaSummary {
  const { parts } = collectParts(plan, schema);
  const groups = describeBelow(
    {
      plan,
      budget: { left: mostNodes },
      levels: 2,
      inlineLevels: 2,
      direction: null,
      more: ["There is more on the page of the schema."],
    },
    schema,
  );
  return {
    type: writeTypeLine(plan, schema),
    description: shortenText(textOf(firstOf(parts, "description")) ?? ""),
    groups,
  };
}
