import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { allOperations } from "@lintel/contract/catalog";
import { makeOrganization, makeProject } from "../../testing/factories.ts";
import { request, type ResponseBody } from "../../testing/request.ts";
import { useTestApp } from "../../testing/test-app.ts";

const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  tags: [{ name: "pets" }],
  paths: {
    "/pets/{id}": {
      get: {
        tags: ["pets"],
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        responses: { 200: { description: "A pet.", headers: { "X-A": { schema: {} } } } },
      },
    },
  },
  components: { schemas: { Pet: { type: "object", properties: { name: { type: "string" } } } } },
};

/** The parameters that some reads need in addition to the ids in their paths. */
const needed: Readonly<Record<string, string>> = {
  query: "pet",
  openapiVersion: "3.0",
  level: "project",
  entityType: "endpoint",
};

/** Fields of a query with an id that the scene knows by another name. */
const idFields: Readonly<Record<string, string>> = {
  baselineVersionId: "baselineVersionId",
  endpointId: "endpointId",
  entityId: "endpointId",
};

/** A project with one of everything that can be read and deleted. */
async function makeScene() {
  const testApp = await useTestApp();
  const organization = await makeOrganization(testApp);
  const projectId = await makeProject(testApp, organization);
  const { key } = organization.owner;
  const send = (method: "GET" | "POST" | "DELETE", path: string, body?: unknown) =>
    request(testApp, { method, path, key, ...(body === undefined ? {} : { body }) });
  const make = async (path: string, body: unknown): Promise<ResponseBody> => {
    const answer = await send("POST", `/api/projects/${projectId}${path}`, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const environment = await make("/environments", { name: "e", baseUrl: "http://a.example" });
  const suite = await make("/suites", { name: "s" });
  const request_ = { method: "GET", url: "/" };
  const testCase = await make(`/suites/${String(suite["id"])}/cases`, {
    name: "c",
    request: request_,
  });
  const { spec, version } = await make("/specs/import", { text: JSON.stringify(document) });
  const versions = `/specs/${String(spec?.["id"])}/versions`;
  const second = await make(versions, { version: "2.0.0" });
  const inVersion = `/api/projects/${projectId}${versions}/${String(version?.["id"])}`;
  const components = (await send("GET", `${inVersion}/components`)).body["items"];
  const endpoints = (await send("GET", inVersion.replace(/\/versions.*/, "/endpoints"))).body;
  const policy = await make("/header-policies", { name: "p", appliesTo: "responses" });
  const doc = await make("/docs", { name: "Guide" });
  const docVersionId = doc["versions"]?.[0]?.["id"];
  const inDoc = `/docs/${String(doc["id"])}/versions/${String(docVersionId)}`;
  const folder = await make(`${inDoc}/folders`, { name: "f" });
  const page = await make(`${inDoc}/pages`, { title: "t", content: "pet" });
  const ids: Record<string, unknown> = {
    projectId,
    environmentId: environment["id"],
    suiteId: suite["id"],
    caseId: testCase["id"],
    specId: spec?.["id"],
    endpointId: endpoints["items"]?.[0]?.["id"],
    componentId: components?.[0]?.["id"],
    policyId: policy["id"],
    docId: doc["id"],
    folderId: folder["id"],
    pageId: page["id"],
    baselineVersionId: second["id"],
  };
  const idOf = (name: string, path: string) =>
    name === "versionId" ? (path.includes("/docs/") ? docVersionId : version?.["id"]) : ids[name];
  return { send, projectId, spec, doc, idOf };
}

type Scene = Awaited<ReturnType<typeof makeScene>>;

/** Every address below a project that is read with the ids of the scene. */
function listReads({ idOf }: Scene): string[] {
  return allOperations.flatMap(({ rest, input, context }) => {
    if (rest?.method !== "GET" || context !== "project") return [];
    const names = Array.from(rest.path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
    if (names.some((name) => idOf(name, rest.path) === undefined)) return [];
    const path = rest.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      String(idOf(name, rest.path)),
    );
    const query = new URLSearchParams();
    if (!names.includes("projectId")) query.set("projectId", String(idOf("projectId", "")));
    for (const name of Object.keys(input)) {
      const idField = idFields[name];
      const value = needed[name] ?? (idField === undefined ? undefined : idOf(idField, ""));
      if (value !== undefined) query.set(name, String(value));
    }
    return [query.size === 0 ? path : `${path}?${query.toString()}`];
  });
}

describe("a record that is deleted while it is read", () => {
  const targets: Readonly<Record<string, (scene: Scene) => string>> = {
    "a project": () => "",
    "a specification": ({ spec }) => `/specs/${String(spec?.["id"])}`,
    "a documentation": ({ doc }) => `/docs/${String(doc["id"])}`,
  };
  const rounds = Object.keys(targets).flatMap((name) =>
    [0, 3, 10, 30, 60].map((turns) => [name, turns] as const),
  );

  it.each(rounds)("is returned or not found: %s, after %i turns", async (name, turns) => {
    const scene = await makeScene();
    const reads = listReads(scene);
    expect(reads.length).toBeGreaterThan(30);
    const target = targets[name]?.(scene) ?? "";
    const answers = reads.map((path) => scene.send("GET", path));
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    const gone = await scene.send("DELETE", `/api/projects/${scene.projectId}${target}`);
    expect(gone.status, gone.text).toBe(204);
    const seen = await Promise.all(answers);
    const wrong = seen.filter(({ status }) => status !== 200 && status !== 404);
    expect(wrong.map(({ status, text }) => `${status} ${text}`)).toEqual([]);
  });
});
