import { follow, followMembers, readObject } from "@lintel/openapi/view";
import { memberOf, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import type { Block } from "../blocks/block.types.ts";
import { spend, type Budget } from "../blocks/budget.ts";
import { listMethods } from "../plan/list-operations.ts";
import { cut } from "../schema/show-value.ts";
import { describeContent } from "./describe-content.ts";
import { describeResponses } from "./describe-responses.ts";
import { makeBudget, moreOf, type OperationContext } from "./operation-context.ts";

function describeCall(context: OperationContext, budget: Budget, operation: Place): Block[] {
  const body = follow(context.plan.view, stepInto(operation, "requestBody"));
  const text =
    textOf(memberOf(operation.value, "description")) ??
    textOf(memberOf(operation.value, "summary"));
  return [
    ...(text === null ? [] : [{ kind: "prose", markdown: text } as const]),
    ...describeContent(context, budget, "response", body),
    ...describeResponses(context, operation, budget),
  ];
}

/** The requests that the API makes in return (§4.18), collapsed. */
export function describeCallbacks(context: OperationContext): Block[] {
  const { plan, entry } = context;
  const budget = makeBudget(context, "callbacks");
  const folds: Block[] = [];
  for (const [name, callback] of followMembers(plan.view, stepInto(entry.operation, "callbacks"))) {
    for (const expression of Object.keys(readObject(callback))) {
      if (expression.startsWith("x-")) continue;
      for (const { method, operation } of listMethods(
        follow(plan.view, stepInto(callback, expression)),
      )) {
        if (!spend(budget, 12))
          return [...folds, { kind: "line", tone: "plain", line: moreOf(context) }];
        folds.push({
          kind: "fold",
          title: [`${cut(name)}: `, { code: `${method} ${cut(expression)}` }],
          isOpen: false,
          blocks: describeCall(context, budget, operation),
        });
      }
    }
  }
  return folds;
}
