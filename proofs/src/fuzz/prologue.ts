import type { ApiDescription } from "./api-description.ts";
import { makeDocument } from "./design-values.ts";
import { dot } from "./doc-values.ts";
import { isOfDocs } from "./read-records.ts";
import { isOfDesign } from "./sequence-arbitrary.ts";
import type { Step } from "./step-arbitrary.ts";

const ref = (field: string): string => `\uE000ref ${field} 0`;

interface Beginning {
  readonly name: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** The addresses that need what it creates or reads; by default, all of the area. */
  readonly isFor?: RegExp;
}

const twoEndpoints = `${ref("endpointId")},\uE000ref endpointId 1`;

const tests: readonly Beginning[] = [
  { name: "createProject", body: { name: "Made" } },
  { name: "createEnvironment", body: { name: "Made", baseUrl: "\uE000target" } },
  { name: "createSuite", body: { name: "Made" } },
  { name: "createCase", body: { name: "Made", request: { method: "GET", url: "\uE000target" } } },
  { name: "runSuite", body: { projectId: ref("project"), suiteId: ref("suite") } },
];

/** The data for steps on webhooks, requests and scans. */
const services: readonly Beginning[] = [
  {
    name: "createWebhook",
    body: { address: "http://127.0.0.1:1/hook", eventTypes: ["project.*"] },
    isFor: /\/webhooks\/\{/,
  },
  {
    name: "sendRequest",
    body: { request: { method: "GET", url: "http://127.0.0.1:9/" } },
    isFor: /\/requests\/\{/,
  },
  {
    name: "createScanProfile",
    body: { name: "Made", environmentId: ref("environment"), documentUrl: "\uE000target" },
    isFor: /\/scan-profiles\/\{/,
  },
];

/**
 * The data for steps of the designer: a document with a part of every kind, and parts that it
 * lacks.
 */
const designs: readonly Beginning[] = [
  { name: "importSpec", body: { text: "", name: "Made" }, isFor: /\/specs|header-/ },
  {
    // The only version of a specification can neither be deleted nor compared.
    name: "createSpecVersion",
    body: { version: "1.1.0" },
    isFor: /\/\{versionId\}(?:$|\/publish|\/comparison)/,
  },
  { name: "listEndpoints", isFor: /endpoint|response-headers|folder/ },
  { name: "getEndpoint", query: { endpointIds: twoEndpoints }, isFor: /endpoint|response-h/ },
  { name: "listComponents", isFor: /components|endpoint|response-headers/ },
  { name: "listTags", isFor: /tags/ },
  { name: "createFolder", body: { name: "Made" }, isFor: /folder|bulk/ },
  {
    name: "manageHeaderComponent",
    body: { level: "project", action: "create", name: "X-Made", schemaType: "string" },
    isFor: /header-/,
  },
  {
    name: "createHeaderPolicy",
    body: { name: "Made", appliesTo: "responses", componentIds: [ref("componentIds")] },
    isFor: /header-policies/,
  },
  {
    name: "manageOrgHeaderComponent",
    body: { action: "create", name: "X-Made", schemaType: "string" },
    isFor: /^\/api\/header-/,
  },
  {
    name: "createOrgHeaderPolicy",
    body: { name: "Made", appliesTo: "requests" },
    isFor: /^\/api\/header-policies/,
  },
];

/** The data for steps on documentation. */
const docs: readonly Beginning[] = [
  { name: "createDocumentation", body: { name: "Made" } },
  { name: "createDocVersion", body: { label: "2.0" }, isFor: /versions/ },
  { name: "createDocFolder", body: { name: "Made" }, isFor: /folder|tree|pages/ },
  {
    name: "createDocPage",
    body: { title: "Made", content: "# Made" },
    isFor: /page|tree|redirects/,
  },
  { name: "getDocTree", isFor: /tree|redirects/ },
  {
    name: "addDocRedirect",
    body: { fromPath: "old/start", itemPublicId: ref("itemPublicId") },
    isFor: /redirects/,
  },
  {
    name: "uploadDocAsset",
    body: { path: "images/dot.gif", contentBase64: dot.toString("base64") },
    isFor: /assets/,
  },
  { name: "createSpec", body: { name: "Made" }, isFor: /references/ },
  { name: "attachDocReference", body: { specId: ref("specId") }, isFor: /references/ },
];

const openApiVersions = ["3.1.0", "3.2.0", "3.0.3"];

let serial = 0;

/**
 * Every other sequence has its own project, and the others share the seeded one. Half of the
 * sequences with tests begin with a run, and those of the designer with the data that their steps
 * need.
 */
export function prologueOf(api: ApiDescription, sequence: readonly Step[]): Step[] {
  const { length } = sequence;
  const paths = sequence.map(({ operation }) => operation.path);
  const own = length % 2 === 0 ? tests.slice(0, 1) : [];
  const others = paths.every((path) => isOfDesign(path) || isOfDocs(path))
    ? []
    : tests.slice(1, length % 4 < 2 ? 5 : 4);
  const needed = paths.filter(isOfDesign);
  const design = designs.filter(({ isFor }) => needed.some((path) => isFor?.test(path) ?? true));
  const pages = docs.filter(({ isFor }) =>
    paths.some((path) => isOfDocs(path) && (isFor?.test(path) ?? true)),
  );
  const other = services.filter(({ isFor }) => paths.some((path) => isFor?.test(path) ?? true));
  serial += 1;
  const document = makeDocument(openApiVersions[length % openApiVersions.length] ?? "3.1.0");
  return stepsOf(
    api,
    [...own, ...others, ...other, ...design, ...pages],
    `Made ${serial}`,
    document,
  );
}

/** Records of every kind of design, created by an organization with its token in every name. */
export function designPrologue(api: ApiDescription, token: string): Step[] {
  const document = makeDocument("3.1.0").replaceAll("Fine.", token);
  return stepsOf(api, [...designs, ...docs], `${token} made`, document);
}

function stepsOf(
  api: ApiDescription,
  beginnings: readonly Beginning[],
  made: string,
  document: string,
): Step[] {
  return beginnings.flatMap(({ name, body, query = {} }) => {
    const operation = api.operations.find((one) => one.name === name);
    if (operation === undefined) return [];
    const names = operation.parameters.filter((one) => one.in === "path").map((one) => one.name);
    const path = Object.fromEntries(names.map((one) => [one, ref(one)]));
    return [
      {
        operation,
        actor: "owner" as const,
        path,
        query,
        body: body === undefined ? undefined : nameAnew(body, made, document),
        mutations: [],
        oddities: [],
      },
    ];
  });
}

function nameAnew(
  body: Readonly<Record<string, unknown>>,
  made: string,
  document: string,
): Record<string, unknown> {
  const isHeader = body["name"] === "X-Made";
  return {
    ...body,
    ...("name" in body ? { name: isHeader ? `X-${made.replaceAll(" ", "-")}` : made } : {}),
    ...("title" in body ? { title: made } : {}),
    ...("text" in body ? { text: document } : {}),
  };
}
