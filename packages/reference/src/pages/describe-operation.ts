import { follow, followMembers } from "@lintel/openapi/compare/document/document-view";
import { memberOf, textOf } from "@lintel/openapi/compare/document/json-value";
import { stepInto, type Place } from "@lintel/openapi/compare/document/place";
import type { Block, Line } from "../blocks/block.types.ts";
import { clip, listExamples, type Example } from "../examples/list-examples.ts";
import { languageOf } from "../examples/write-body.ts";
import { describeCallbacks } from "../operation/describe-callbacks.ts";
import { describeContent } from "../operation/describe-content.ts";
import { describeDeprecation } from "../operation/describe-deprecation.ts";
import { describeParameters } from "../operation/describe-parameters.ts";
import { describeResponses, listResponses } from "../operation/describe-responses.ts";
import { listSecurity, writeSecurity } from "../call/list-security.ts";
import { hasOwnServers, listServers } from "../call/list-servers.ts";
import { makeTryTemplate } from "../samples/make-try-template.ts";
import { countSpare, makeBudget, type OperationContext } from "../operation/operation-context.ts";
import type { OperationEntry, ReferencePlan } from "../plan/reference.types.ts";
import { sampleLanguages } from "../samples/languages/list-samples.ts";
import { makeRequest, pickContent } from "../samples/make-request.ts";
import { writeExternalDocs } from "../schema/list-facts.ts";
import { cut } from "../schema/show-value.ts";
import { describeServer } from "./describe-overview.ts";

/** Examples of requests and answers that a page shows. */
const mostExamples = 6;

const toLine = (line: Line): Block => ({ kind: "line", tone: "plain", line });

const headed = (newId: (name: string) => string, text: string, blocks: readonly Block[]): Block[] =>
  blocks.length === 0 ? [] : [{ kind: "heading", level: 2, id: newId(text), text }, ...blocks];

function describeHead({ plan, entry, newId }: OperationContext): Block[] {
  const { operation, item, tags } = entry;
  const shared = textOf(memberOf(item.value, "description"));
  const description = textOf(memberOf(operation.value, "description")) ?? shared;
  const docs = writeExternalDocs(memberOf(operation.value, "externalDocs"));
  const groups = plan.tags.length === 0 ? [] : tags.slice(1, 12);
  const servers = hasOwnServers(entry)
    ? listServers(plan, entry).slice(0, 8).map(describeServer)
    : [];
  return [
    { kind: "route", method: entry.method, route: entry.route },
    ...describeDeprecation(plan, entry),
    ...(description === null ? [] : [{ kind: "prose", markdown: description } as const]),
    ...(docs === null ? [] : [toLine(docs)]),
    ...(groups.length === 0
      ? []
      : [
          toLine([
            "Also in ",
            ...groups.flatMap((tag, at): Line => [at === 0 ? "" : ", ", cut(tag)]),
          ]),
        ]),
    ...(servers.length === 0
      ? []
      : headed(newId, "Servers", [
          { kind: "fields", groups: [{ title: "", fields: servers, more: null }] },
        ])),
  ];
}

function describeRequest(context: OperationContext): Block[] {
  const { plan, entry } = context;
  const body = follow(plan.view, stepInto(entry.operation, "requestBody"));
  if (memberOf(entry.operation.value, "requestBody") === undefined) return [];
  const description = textOf(memberOf(body.value, "description"));
  const isRequired = memberOf(body.value, "required") === true;
  const direction = entry.kind === "webhook" ? "response" : "request";
  return [
    ...(isRequired ? [toLine([{ badge: "required", tone: "required" }])] : []),
    ...(description === null ? [] : [{ kind: "prose", markdown: description } as const]),
    ...describeContent(context, makeBudget(context, "request"), direction, body),
  ];
}

function showExample(mediaType: string, label: string, example: Example): Block[] {
  const title = `${label}, ${mediaType}${example.title === "Example" ? "" : `: ${cut(example.title)}`}`;
  const described =
    example.description === null ? [] : [{ kind: "prose", markdown: example.description } as const];
  if (example.address !== null) {
    return [toLine([`${title}: `, { href: example.address, text: example.address }]), ...described];
  }
  if (example.text === null) return [];
  return [
    { kind: "code", title, language: languageOf(mediaType), text: clip(example.text) },
    ...described,
  ];
}

function listContentExamples(
  plan: ReferencePlan,
  owner: Place,
  label: string,
  isSent: boolean,
): Block[][] {
  return [...followMembers(plan.view, stepInto(owner, "content"))].flatMap(([mediaType, content]) =>
    listExamples(plan, mediaType, content, isSent ? "request" : "response").map((example) =>
      showExample(mediaType, label, example),
    ),
  );
}

function describeExamples({ plan, entry }: OperationContext): Block[] {
  const isSent = entry.kind === "operation";
  const body = follow(plan.view, stepInto(entry.operation, "requestBody"));
  const sent = listContentExamples(plan, body, "Request", isSent).slice(0, mostExamples);
  const answers = listResponses(plan, entry.operation).slice(0, mostExamples);
  const got: Block[][] = [];
  for (const [status, response] of answers) {
    if (got.length >= mostExamples) break;
    got.push(...listContentExamples(plan, response, `Response ${status}`, !isSent));
  }
  return [...sent, ...got.slice(0, mostExamples)].flat();
}

function describeSamples({ plan, entry, newId }: OperationContext): Block[] {
  const content = pickContent(plan, entry);
  const request = makeRequest(plan, entry, content);
  const tabs = sampleLanguages.map(({ title, language, write }) => ({
    label: title,
    blocks: [{ kind: "code", title: null, language, text: clip(write(request)) } as const],
  }));
  return [
    { kind: "tabs", id: newId("samples"), title: "Request", tabs },
    { kind: "try-it", template: makeTryTemplate(plan, entry, content) },
  ];
}

/** The page of an operation or webhook: its words and fields, and samples and examples beside them. */
export function describeOperation(
  plan: ReferencePlan,
  entry: OperationEntry,
  isAll: boolean,
  newId: (name: string) => string,
): Block[] {
  const context: OperationContext = { plan, entry, isAll, newId, budgets: new Map() };
  const isCalled = entry.kind === "operation";
  const security = isCalled ? writeSecurity(listSecurity(plan, entry.operation)).map(toLine) : [];
  const main = [
    ...describeHead(context),
    ...(isCalled ? headed(newId, "Authentication", security) : []),
    ...headed(newId, "Parameters", describeParameters(context)),
    ...headed(newId, "Request body", describeRequest(context)),
    ...headed(newId, "Responses", describeResponses(context, entry.operation)),
    ...headed(newId, "Callbacks", describeCallbacks(context)),
  ];
  const aside = [...(isCalled ? describeSamples(context) : []), ...describeExamples(context)];
  return [{ kind: "columns", main, aside, spare: countSpare(context) }];
}
