import { follow, followMembers, readObject } from "@lintel/openapi/view";
import { memberOf, objectOf, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import type { Block, Inline, Line } from "../blocks/block.types.ts";
import { countLine, spend, type Budget } from "../blocks/budget.ts";
import type { ReferencePlan } from "../plan/reference.types.ts";
import { shortenText } from "../schema/shorten-text.ts";
import { cut, showValue } from "../schema/show-value.ts";
import { describeContent } from "./describe-content.ts";
import { describeHeaders } from "./describe-parameters.ts";
import { makeBudget, moreOf, type OperationContext } from "./operation-context.ts";

/** The statuses of an operation, in the order of the document. */
export function listResponses(
  plan: ReferencePlan,
  operation: Place,
): [status: string, response: Place][] {
  const responses = stepInto(operation, "responses");
  return Object.keys(readObject(responses))
    .filter((status) => !status.startsWith("x-"))
    .map((status) => [status, follow(plan.view, stepInto(responses, status))]);
}

function linkTarget(context: OperationContext, link: unknown): Inline {
  const { plan } = context;
  const id = textOf(memberOf(link, "operationId"));
  const reference = textOf(memberOf(link, "operationRef"));
  const byId = id === null ? undefined : plan.operationPages.get(`#${id}`);
  const value = reference === null ? undefined : plan.view.find(reference)?.value;
  const found = byId ?? plan.operations.find(({ operation }) => operation.value === value);
  if (found !== undefined) return { path: found.path, text: `${found.method} ${found.route}` };
  return { code: cut(id ?? reference ?? "?") };
}

/** The links of a response (§4.20), one per line. */
function listLinks(context: OperationContext, response: Place): Line[] {
  const links = followMembers(context.plan.view, stepInto(response, "links"));
  return [...links].slice(0, 20).map(([name, { value }]) => {
    const parameters = Object.entries(objectOf(memberOf(value, "parameters")));
    const description = textOf(memberOf(value, "description"));
    const given = parameters.flatMap(([key, from], at): Line => [
      at === 0 ? " with " : ", ",
      { code: cut(key) },
      " from ",
      { code: cut(typeof from === "string" ? from : showValue(from)) },
    ]);
    return [
      `Link ${cut(name)} → `,
      linkTarget(context, value),
      ...given,
      ...(description === null ? [] : [`: ${cut(description)}`]),
    ];
  });
}

function describeResponse(context: OperationContext, budget: Budget, response: Place): Block[] {
  const { value } = response;
  const description = (textOf(memberOf(value, "description")) ?? "").trim();
  const isSaid = isPlain(description) && memberOf(value, "summary") === undefined;
  const headers = followMembers(context.plan.view, stepInto(response, "headers"));
  const direction = context.entry.kind === "webhook" ? "request" : "response";
  const links = listLinks(context, response);
  budget.left -= links.reduce((sum, line) => sum + countLine(line), 0);
  const fields = describeHeaders(context, budget, headers);
  const more = fields.length < headers.size ? moreOf(context) : null;
  return [
    ...(description === "" || isSaid ? [] : [{ kind: "prose", markdown: description } as const]),
    ...(headers.size === 0
      ? []
      : [{ kind: "fields", groups: [{ title: "Headers", fields, more }] } as const]),
    ...describeContent(context, budget, direction, response),
    ...links.map((line) => ({ kind: "line", tone: "plain", line }) as const),
  ];
}

/** Maximum number of listed statuses, including those without room for a description. */
const maxStatuses = 24;

/** A text without Markdown can be shown in the title, and is then not repeated. */
const isPlain = (text: string): boolean => text.length <= 160 && !/[*_`[\]<>#|~&\\\n]/.test(text);

/** The meaning of a status, for the title of the collapsed response. */
function summarizeResponse({ value }: Place): string {
  const summary = textOf(memberOf(value, "summary"));
  if (summary !== null) return cut(summary);
  const description = (textOf(memberOf(value, "description")) ?? "").trim();
  return isPlain(description) ? description : shortenText(description);
}

/** The responses of an operation by status: the first success expanded, the others collapsed. */
export function describeResponses(
  context: OperationContext,
  operation: Place,
  budget: Budget = makeBudget(context, "responses"),
): Block[] {
  const responses = listResponses(context.plan, operation);
  const opened = responses.find(([status]) => status.startsWith("2")) ?? responses[0];
  const folds: Block[] = [];
  let described = 0;
  for (const entry of responses) {
    const [status, response] = entry;
    if (folds.length >= maxStatuses) break;
    const summary = summarizeResponse(response);
    const title: Line = [{ code: status }, ...(summary === "" ? [] : [` ${summary}`])];
    const hasRoom = folds.length === 0 || spend(budget, 10);
    if (hasRoom) described += 1;
    const blocks = hasRoom ? describeResponse(context, budget, response) : [];
    folds.push({ kind: "fold", title, isOpen: entry === opened, blocks });
  }
  if (described < responses.length) {
    folds.push({ kind: "line", tone: "plain", line: moreOf(context) });
  }
  return folds;
}
