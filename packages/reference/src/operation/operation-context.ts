import type { Line } from "../blocks/block.types.ts";
import type { Budget } from "../blocks/budget.ts";
import type { OperationEntry, ReferencePlan } from "../plan/reference.types.ts";
import type { Direction, SchemaContext } from "../schema/schema-context.ts";

/** The shared state of the parts of an operation's page. */
export interface OperationContext {
  readonly plan: ReferencePlan;
  readonly entry: OperationEntry;
  readonly isAll: boolean;
  /** Makes an id that is unique in the page. */
  readonly newId: (name: string) => string;
  /** The budgets of the parts of the page, with their remaining nodes. */
  readonly budgets: Map<PagePart, Budget>;
}

/**
 * Maximum number of nodes that all parts of a page may use; the pages of all fields have a higher
 * limit.
 */
const pageNodes = { parameters: 450, request: 400, responses: 480, callbacks: 130 };
const allNodes = 60_000;

export type PagePart = keyof typeof pageNodes;

export function makeBudget({ isAll, budgets }: OperationContext, part: PagePart): Budget {
  const budget = { left: isAll ? allNodes : pageNodes[part] };
  budgets.set(part, budget);
  return budget;
}

/** The remaining nodes of all parts, after the page is described. */
export function countSpare({ budgets }: OperationContext): number {
  const left = Object.entries(pageNodes).map(
    ([part, nodes]) => budgets.get(part as PagePart)?.left ?? nodes,
  );
  return left.reduce((sum, nodes) => sum + Math.max(0, nodes), 0);
}

/** Shown for content that does not fit the page. */
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
