import type { Line } from "../blocks/block.types.ts";
import type { Budget } from "../blocks/budget.ts";
import type { OperationEntry, ReferencePlan } from "../plan/reference.types.ts";
import type { Direction, SchemaContext } from "../schema/schema-context.ts";

/** What the parts of an operation's page share. */
export interface OperationContext {
  readonly plan: ReferencePlan;
  readonly entry: OperationEntry;
  readonly isAll: boolean;
  /** Makes an id that is unique in the page. */
  readonly newId: (name: string) => string;
}

/** Nodes that a page's parts may use together; the pages of all fields have more of them. */
const pageNodes = { parameters: 450, request: 400, responses: 480, callbacks: 130 };
const allNodes = 60_000;

export type PagePart = keyof typeof pageNodes;

export function makeBudget({ isAll }: OperationContext, part: PagePart): Budget {
  return { left: isAll ? allNodes : pageNodes[part] };
}

/** Said where something does not fit the page. */
export function moreOf({ entry, isAll }: OperationContext): Line {
  if (isAll) return ["There is more than this page shows."];
  return [{ path: `${entry.path}/all`, text: "Show all fields" }];
}

export function schemaContext(
  context: OperationContext,
  budget: Budget,
  direction: Direction,
): SchemaContext {
  return {
    plan: context.plan,
    budget,
    levels: 2,
    inlineLevels: context.isAll ? 10 : 2,
    direction,
    more: moreOf(context),
  };
}
