import { expect } from "vitest";
import {
  makeFinding,
  makeResult,
  recordResult,
} from "../../../features/security/testing/scan-results.ts";
import { request, type ResponseBody } from "../../../testing/request.ts";
import type { WebScene } from "./web-journey.testing.ts";

/** What is in the fields of the records that the pages show. */
export interface PageTexts {
  /** The next name, which no record has yet: at most 110 characters. */
  name(): string;
  /** Used one by one for summaries, descriptions, parameters and findings. */
  readonly all: readonly string[];
  /** The text of every long field. */
  readonly long: string;
  /** The value of variables, which names no other variable. */
  readonly value: string;
  readonly tags: readonly string[];
}

interface Maker {
  readonly scene: WebScene;
  readonly texts: PageTexts;
  /** An API that runs call at `/hostile`. */
  readonly targetUrl: string;
}

/** Makes a record of each kind, and returns the addresses of the pages that show them. */
export async function makeEveryPage(
  scene: WebScene,
  texts: PageTexts,
  targetUrl: string,
): Promise<readonly string[]> {
  const m = { scene, texts, targetUrl };
  const home = `/${scene.organization.slug}`;
  const { slug } = await call(m, "GET", `/api/projects/${scene.projectId}`);
  const project = `${home}/${String(slug)}`;
  return [
    ...(await makeDesign(m, project)),
    ...(await makeTests(m, project)),
    ...(await makeDocs(m, project)),
    ...(await makeFindings(m, project)),
    ...(await makeOrganizationTexts(m, home)),
    `${project}/scans`,
    `${project}/deprecations?view=consumers`,
  ];
}

async function call(
  { scene }: Maker,
  method: "GET" | "POST" | "PUT" | "PATCH",
  path: string,
  body?: object,
): Promise<ResponseBody> {
  const { key } = scene.organization.owner;
  const fields = body === undefined ? {} : { body };
  const answer = await request(scene.testApp, { method, path, key, ...fields });
  expect(answer.status, `${path} ${answer.text}`).toBeLessThan(300);
  return answer.body;
}

const idOf = (body: ResponseBody): string => String(body["id"]);

/** A document whose texts of all kinds are payloads. */
function makeDocument(m: Maker): string {
  const paths = m.texts.all.map((text, at) => [
    `/payloads/${at}`,
    {
      get: {
        summary: text.slice(0, 200),
        description: text,
        tags: [m.texts.name()],
        parameters: [
          { name: text.slice(0, 100), in: "query", description: text, schema: { type: "string" } },
        ],
        responses: { 200: { description: text } },
      },
    },
  ]);
  const schema = {
    type: "object",
    title: m.texts.long,
    description: m.texts.long,
    example: { text: m.texts.long },
  };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: m.texts.name(), version: "1.0.0", description: m.texts.long },
    paths: Object.fromEntries(paths) as object,
    components: { schemas: { Hostile: schema } },
  });
}

async function makeTests(m: Maker, project: string): Promise<string[]> {
  const base = `/api/projects/${m.scene.projectId}`;
  const environment = await call(m, "POST", `${base}/environments`, {
    name: m.texts.name(),
    baseUrl: m.targetUrl,
    variables: [{ name: "text", value: m.texts.value }],
  });
  const suite = await call(m, "POST", `${base}/suites`, {
    name: m.texts.name(),
    description: m.texts.long.slice(0, 4000),
    tags: m.texts.tags,
    variables: { text: m.texts.value },
  });
  for (let at = 0; at < 20; at += 1)
    await call(m, "POST", `${base}/suites/${idOf(suite)}/cases`, {
      name: m.texts.name(),
      description: m.texts.long.slice(0, 4000),
      request: { method: "GET", url: "/hostile" },
      assertions: [{ source: "status", operator: "equals", expected: 200 + (at % 2) }],
    });
  const { items } = await call(m, "GET", `${base}/suites/${idOf(suite)}/cases`);
  const run = await call(m, "POST", "/api/cli/run", {
    projectId: m.scene.projectId,
    suiteId: idOf(suite),
    environmentId: idOf(environment),
  });
  const runId = String(run["testRunId"]);
  return [
    `${project}/suites`,
    `${project}/suites/${idOf(suite)}`,
    `${project}/suites/${idOf(suite)}/cases/${String(items?.[0]?.["id"])}`,
    `${project}/environments/${idOf(environment)}`,
    `${project}/runs`,
    `${project}/runs/${runId}?case=0`,
    `${project}/runs/${runId}?case=1`,
    `${project}/runs/${runId}/compare/${runId}`,
  ];
}

async function makeDocs(m: Maker, project: string): Promise<string[]> {
  const base = `/api/projects/${m.scene.projectId}/docs`;
  const doc = await call(m, "POST", base, { name: m.texts.name() });
  const version = String(doc["versions"]?.[0]?.["id"]);
  const inVersion = `${base}/${idOf(doc)}/versions/${version}`;
  await call(m, "POST", `${inVersion}/folders`, {
    name: m.texts.name(),
    description: m.texts.long.slice(0, 500),
  });
  const page = await call(m, "POST", `${inVersion}/pages`, {
    title: m.texts.name(),
    content: m.texts.long,
  });
  const at = `${project}/docs/${idOf(doc)}`;
  return [
    `${project}/docs`,
    at,
    `${at}?tab=settings`,
    `${at}/${version}`,
    `${at}/${version}/pages/${idOf(page)}`,
    `${at}/${version}/pages/${idOf(page)}?mode=edit`,
    `${at}/${version}/publish`,
  ];
}

async function makeFindings(m: Maker, project: string): Promise<string[]> {
  const { testApp, organization, projectId } = m.scene;
  const findings = m.texts.all.map((text, at) =>
    makeFinding({
      path: `/payloads/${at}`,
      name: text.slice(0, 200),
      location: "query",
      description: text,
      excerpt: m.texts.long,
    }),
  );
  const db = await testApp.cells.eu.platform.database();
  const place = { organizationId: organization.id, projectId };
  await recordResult(db, place, makeResult({ findings }));
  const list = await call(m, "GET", `/api/projects/${projectId}/security/findings?take=1`);
  return [`${project}/findings?q=`, `${project}/findings/${String(list["items"]?.[0]?.["id"])}`];
}

async function makeDesign(m: Maker, project: string): Promise<string[]> {
  const { specId, versionId } = await m.scene.importDocument(makeDocument(m));
  const version = `${project}/specs/${specId}/${versionId}`;
  const base = `/api/projects/${m.scene.projectId}/specs/${specId}`;
  const { items } = await call(m, "GET", `${base}/endpoints?take=1`);
  const endpoint = `${version}/endpoints/${String(items?.[0]?.["id"])}`;
  const tabs = ["parameters", "body", "responses", "security", "notes"];
  return [
    `${project}/specs`,
    version,
    endpoint,
    ...tabs.map((tab) => `${endpoint}?tab=${tab}`),
    `${version}/components`,
    `${version}/tags`,
    `${version}/lint`,
    `${version}/source`,
    `${version}/versions`,
  ];
}

async function makeOrganizationTexts(m: Maker, home: string): Promise<string[]> {
  await call(m, "POST", "/api/service-accounts", { name: m.texts.name(), role: "viewer" });
  await call(m, "POST", "/api/keys", { name: m.texts.name() });
  await call(m, "POST", "/api/group-mappings", {
    groupName: m.texts.name(),
    role: "viewer",
    priority: 1,
  });
  const project = `/api/projects/${m.scene.projectId}`;
  await call(m, "POST", `${project}/consumers`, { name: m.texts.name() });
  const { rowVersion } = await call(m, "GET", project);
  await call(m, "PATCH", project, { description: m.texts.long.slice(0, 500), rowVersion });
  return [home, `${home}/notices`].concat(
    ["general", "people", "service-accounts", "keys", "mappings", "webhooks", "audit"].map(
      (page) => `${home}/settings/${page}`,
    ),
  );
}
