import { textOf } from "@lintel/json/value";
import type { FieldGroup, Line } from "../blocks/block.types.ts";
import { shortenText } from "../schema/shorten-text.ts";
import type { ReferencePlan, SchemaEntry } from "../plan/reference.types.ts";
import { firstOf } from "@lintel/samples/schema/parts";
import { collectParts } from "../schema/collect-parts.ts";
import { describeBelow } from "../schema/describe-schema.ts";
import { writeTypeLine } from "../schema/type-line.ts";

/** A short description of a schema, for other pages. */
export interface SchemaSummary {
  readonly type: Line;
  /** May be empty. */
  readonly description: string;
  /** Its fields and those one level below them. */
  readonly groups: readonly FieldGroup[];
}

/** Maximum number of nodes of a schema, because a page may refer to many. */
const maxNodes = 3_000;

export function summarizeSchema(plan: ReferencePlan, { schema }: SchemaEntry): SchemaSummary {
  const { parts } = collectParts(plan, schema);
  const groups = describeBelow(
    {
      plan,
      budget: { left: maxNodes },
      levels: 2,
      inlineLevels: 2,
      direction: null,
      more: ["The page of the schema has more."],
    },
    schema,
  );
  return {
    type: writeTypeLine(plan, schema),
    description: shortenText(textOf(firstOf(parts, "description")) ?? ""),
    groups,
  };
}
