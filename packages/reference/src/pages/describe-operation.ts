import { shorten } from "@lintel/json/shorten";
import { follow, followMembers } from "@lintel/openapi/view";
import { memberOf, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
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
import { makeRequest, pickContent, type Content } from "../samples/make-request.ts";
import { writeExternalDocs } from "../schema/list-facts.ts";
import { cut } from "../schema/show-value.ts";
import { describeServer } from "./describe-overview.ts";

/** Maximum number of shown examples of a body or response, and of responses. */
const maxExamples = 6;
const maxTabs = 8;
/** Maximum number of servers that a reader can choose from. */
const maxServers = 8;

const toLine = (line: Line): Block => ({ kind: "line", tone: "plain", line });

const headed = (newId: (name: string) => string, text: string, blocks: readonly Block[]): Block[] =>
  blocks.length === 0 ? [] : [{ kind: "heading", level: 2, id: newId(text), text }, ...blocks];

function describeAddress(
  plan: ReferencePlan,
  entry: OperationEntry,
  content: Content | null,
): Block {
  const { method, route } = entry;
  if (entry.kind === "webhook") return { kind: "route", method, route };
  const template = makeTryTemplate(plan, entry, content);
  const servers = listServers(plan, entry).length === 0 ? [] : template.servers;
  return { kind: "address", method, route, servers: servers.slice(0, maxServers), template };
}

function describeHead({ plan, entry, newId }: OperationContext, content: Content | null): Block[] {
  const { operation, item, tags } = entry;
  const shared = textOf(memberOf(item.value, "description"));
  const description = textOf(memberOf(operation.value, "description")) ?? shared;
  const docs = writeExternalDocs(memberOf(operation.value, "externalDocs"));
  const groups = plan.tags.length === 0 ? [] : tags.slice(1, 12);
  const servers = hasOwnServers(entry)
    ? listServers(plan, entry).slice(0, 8).map(describeServer)
    : [];
  return [
    describeAddress(plan, entry, content),
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

/** The code of a tab, with what distinguishes it from the others; nothing for the default. */
function showExample(mediaType: string, example: Example, isAlone: boolean): Block[] {
  const named = example.title === "Example" ? "" : `: ${cut(example.title)}`;
  const isPlain = isAlone && named === "" && languageOf(mediaType) === "json";
  const title = `${mediaType}${named}`;
  const described =
    example.description === null ? [] : [{ kind: "prose", markdown: example.description } as const];
  if (example.address !== null) {
    return [toLine([`${title}: `, { href: example.address, text: example.address }]), ...described];
  }
  if (example.text === null) return [];
  const language = languageOf(mediaType);
  const text = clip(example.text);
  return [{ kind: "code", title: isPlain ? null : title, language, text }, ...described];
}

/** The examples of a body or a response by media type. */
function listContentExamples(
  plan: ReferencePlan,
  owner: Place,
  isSent: boolean,
  status?: string,
): { readonly mediaType: string; readonly example: Example }[] {
  const direction = isSent ? "request" : "response";
  return [...followMembers(plan.view, stepInto(owner, "content"))].flatMap(([mediaType, content]) =>
    listExamples(plan, mediaType, content, direction, status).map((example) => ({
      mediaType,
      example,
    })),
  );
}

type Tabs = Extract<Block, { kind: "tabs" }>["tabs"];

const showTabs = (id: string, title: string, tabs: Tabs): Block[] =>
  tabs.length === 0 ? [] : [{ kind: "tabs", id, title, tabs }];

/** The request bodies, if the samples do not show the only one. */
function describeBodies({ plan, entry, newId }: OperationContext): Block[] {
  const body = follow(plan.view, stepInto(entry.operation, "requestBody"));
  const isSent = entry.kind === "operation";
  const sent = listContentExamples(plan, body, isSent).slice(0, maxExamples);
  if (isSent && sent.length < 2 && sent.every(({ example }) => example.title === "Example"))
    return [];
  const tabs = sent.flatMap(({ mediaType, example }) => {
    const blocks = showExample(mediaType, example, false);
    const label = example.title === "Example" ? mediaType : example.title;
    return blocks.length === 0 ? [] : [{ label: shorten(label, maxLabel), blocks }];
  });
  return showTabs(newId("bodies"), "Request body", tabs);
}

const maxLabel = 32;

/** A tab for each status whose response has content. */
function describeAnswers({ plan, entry, newId }: OperationContext): Block[] {
  const isSent = entry.kind === "operation";
  const tabs: Tabs[number][] = [];
  for (const [status, response] of listResponses(plan, entry.operation)) {
    if (tabs.length >= maxTabs) break;
    const found = listContentExamples(plan, response, !isSent, status).slice(0, maxExamples);
    const blocks = found.flatMap(({ mediaType, example }) =>
      showExample(mediaType, example, found.length === 1),
    );
    if (blocks.length > 0) tabs.push({ label: shorten(status, maxLabel), blocks });
  }
  return showTabs(newId("answers"), "Response", tabs);
}

function describeSamples(
  { plan, entry, newId }: OperationContext,
  content: Content | null,
): Block[] {
  const request = makeRequest(plan, entry, content);
  const tabs = sampleLanguages.map(({ title, language, write }) => ({
    label: title,
    blocks: [{ kind: "code", title: null, language, text: clip(write(request)) } as const],
  }));
  return showTabs(newId("samples"), "Request", tabs);
}

/**
 * The page of an operation or webhook: its texts and fields, with samples and examples next to
 * them.
 */
export function describeOperation(
  plan: ReferencePlan,
  entry: OperationEntry,
  isAll: boolean,
  newId: (name: string) => string,
): Block[] {
  const context: OperationContext = { plan, entry, isAll, newId, budgets: new Map() };
  const isCalled = entry.kind === "operation";
  const security = isCalled ? writeSecurity(listSecurity(plan, entry.operation)).map(toLine) : [];
  const content = isCalled ? pickContent(plan, entry) : null;
  const main = [
    ...(isCalled ? headed(newId, "Authentication", security) : []),
    ...headed(newId, "Parameters", describeParameters(context)),
    ...headed(newId, "Request body", describeRequest(context)),
    ...headed(newId, "Responses", describeResponses(context, entry.operation)),
    ...headed(newId, "Callbacks", describeCallbacks(context)),
  ];
  const aside = [
    ...(isCalled ? describeSamples(context, content) : []),
    ...describeBodies(context),
    ...describeAnswers(context),
  ];
  return [
    {
      kind: "columns",
      head: describeHead(context, content),
      aside,
      main,
      spare: countSpare(context),
    },
  ];
}
