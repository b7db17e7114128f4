import type { ParameterLocation } from "@lintel/contract/words/design";
import { follow, followMembers } from "@lintel/openapi/view";
import { memberOf, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import type { Field, Line } from "../blocks/block.types.ts";
import { listParameters } from "../call/list-parameters.ts";
import { describeParameter } from "../operation/describe-parameters.ts";
import { listResponses } from "../operation/describe-responses.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import { shortenText } from "../schema/shorten-text.ts";
import type { OperationEntry, ReferencePlan } from "../plan/reference.types.ts";
import { cut } from "../schema/show-value.ts";
import { writeTypeLine } from "../schema/type-line.ts";

/** A short description of an operation, for other pages. */
export interface OperationSummary {
  /** Its summary, or the start of its description; may be empty. */
  readonly summary: string;
  /** Without nested fields. */
  readonly parameters: readonly { readonly location: ParameterLocation; readonly field: Field }[];
  /** The first media type of the request body, with its schema; empty without a body. */
  readonly body: Line;
  readonly responses: readonly {
    readonly status: string;
    /** The schema of the first content; empty without content. */
    readonly type: Line;
    readonly description: string;
  }[];
}

/** Maximum numbers of parameters and responses; a page that shows fewer reports it. */
const maxRows = 200;

export function summarizeOperation(plan: ReferencePlan, entry: OperationEntry): OperationSummary {
  const { operation } = entry;
  const summary = textOf(memberOf(operation.value, "summary"));
  const description = textOf(memberOf(operation.value, "description")) ?? "";
  const body = follow(plan.view, stepInto(operation, "requestBody"));
  return {
    summary: summary === null ? shortenText(description) : cut(summary),
    parameters: summarizeParameters(plan, entry),
    body: writeContent(plan, body, true),
    responses: listResponses(plan, operation)
      .slice(0, maxRows)
      .map(([status, response]) => ({
        status,
        type: writeContent(plan, response, false),
        description: shortenText(
          textOf(memberOf(response.value, "description")) ??
            textOf(memberOf(response.value, "summary")) ??
            "",
        ),
      })),
  };
}

function summarizeParameters(
  plan: ReferencePlan,
  entry: OperationEntry,
): OperationSummary["parameters"] {
  const context: OperationContext = {
    plan,
    entry,
    isAll: false,
    newId: (name) => name,
    budgets: new Map(),
  };
  return listParameters(plan, entry)
    .slice(0, maxRows)
    .map(({ name, place, location }) => {
      // No room for nested fields of a parameter, because they would be dropped.
      const field = describeParameter(context, { left: 0 }, name, place, location);
      return { location, field: { ...field, below: [] } };
    });
}

/** The first content of a body: its schema, or that of each item of a sequence (3.2). */
function writeContent(plan: ReferencePlan, owner: Place, isNamed: boolean): Line {
  for (const [mediaType, { value }] of followMembers(plan.view, stepInto(owner, "content"))) {
    const schema = memberOf(value, "schema");
    const item = memberOf(value, "itemSchema");
    const name: Line = isNamed ? [{ code: cut(mediaType) }, " "] : [];
    if (schema !== undefined) return [...name, ...writeTypeLine(plan, schema, 1)];
    if (item !== undefined) return [...name, "items of ", ...writeTypeLine(plan, item, 1)];
    return isNamed ? [{ code: cut(mediaType) }] : [];
  }
  return [];
}
