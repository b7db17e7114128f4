import type { SchemaEntry, ReferencePlan } from "../plan/reference.types.ts";
import type { Budget } from "../blocks/budget.ts";
import type { Line } from "../blocks/block.types.ts";

/**
 * Whether a schema describes a sent or a received value, which `readOnly` and `writeOnly` depend
 * on.
 */
export type Direction = "request" | "response" | null;

/** How schemas are shown on a page. */
export interface SchemaContext {
  readonly plan: ReferencePlan;
  readonly budget: Budget;
  /** Levels of properties that are expanded; deeper ones are links. */
  readonly levels: number;
  /** Levels of schemas without a page of their own. */
  readonly inlineLevels: number;
  readonly direction: Direction;
  /** Shown if the page has no more room. */
  readonly more: Line;
}

/** The page of a schema in `components`, by the schema itself or a reference to it. */
export function findSchemaPage(plan: ReferencePlan, schema: unknown): SchemaEntry | null {
  if (typeof schema !== "object" || schema === null) return null;
  return plan.schemaPages.get(schema) ?? null;
}
