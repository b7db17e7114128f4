import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { makeKey, makeProject } from "../../testing/factories.ts";
import { request, type TestResponse } from "../../testing/request.ts";
import { openPayloadScene, type MadeDesign, type PayloadScene } from "./parts/payload.testing.ts";

/** The ids of what a project has, as addresses and bodies name it. */
interface Ids {
  readonly specId: string;
  readonly versionId: string;
  readonly folderId: string;
  readonly tagId: string;
  readonly componentId: string;
  readonly endpointId: string;
  readonly responseId: string;
  readonly responseHeaderId: string;
}

const rowVersion = "AAAAAAAAAAE=";

const calls: readonly {
  readonly method: "PATCH" | "PUT" | "POST" | "DELETE";
  readonly path: (ids: Ids) => string;
  readonly body?: (ids: Ids) => object;
}[] = [
  { method: "PATCH", path: folderOf, body: () => ({ name: "A", rowVersion }) },
  { method: "DELETE", path: folderOf },
  { method: "PUT", path: (ids) => `${folderOf(ids)}/place`, body: () => ({ position: 0 }) },
  { method: "PATCH", path: tagOf, body: () => ({ name: "A", rowVersion }) },
  { method: "DELETE", path: tagOf },
  { method: "DELETE", path: (ids) => `${versionOf(ids)}/components/${ids.componentId}` },
  { method: "DELETE", path: (ids) => `${versionOf(ids)}/endpoints/${ids.endpointId}` },
  {
    method: "POST",
    path: ({ specId }) => `/${specId}/response-headers`,
    body: ({ responseHeaderId }) => ({ action: "unlink", responseHeaderId }),
  },
  {
    method: "POST",
    path: ({ specId }) => `/${specId}/response-headers`,
    body: ({ endpointId, responseId, responseHeaderId }) => ({
      action: "delete",
      endpointId,
      responseId,
      responseHeaderId,
    }),
  },
];

function versionOf({ specId, versionId }: Ids): string {
  return `/${specId}/versions/${versionId}`;
}

function folderOf(ids: Ids): string {
  return `${versionOf(ids)}/folders/${ids.folderId}`;
}

function tagOf(ids: Ids): string {
  return `${versionOf(ids)}/tags/${ids.tagId}`;
}

let scene: PayloadScene;
let own: string;
let key: string;
let there: Ids;

beforeAll(async () => {
  scene = await openPayloadScene();
  const { testApp, organization } = scene.specs;
  there = await makeIds();
  own = await makeProject(testApp, organization);
  const names = ["projects:read", "specs:read", "specs:write", "specs:delete"] as const;
  const grants = names.map((permission) => ({ permission, projectId: own }));
  key = await makeKey(testApp, organization, organization.owner.userId, grants);
});

/** What the other project has: one of each. */
async function makeIds(): Promise<Ids> {
  const headers = { "X-Rate": { schema: { type: "string" } } };
  const responses = { "200": { description: "A pet", headers } };
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const design = await scene.make(
    "3.1.2",
    { parameters: [id], get: { responses } },
    { schemas: { Pet: { type: "object" } } },
  );
  return {
    specId: design.specId,
    versionId: design.versionId,
    folderId: await make(design, "folders"),
    tagId: await make(design, "tags"),
    componentId: design.components["schemas Pet"] ?? "",
    endpointId: design.endpoints["get"] ?? "",
    responseId: design.responses["200"] ?? "",
    responseHeaderId: design.headers["X-Rate"] ?? "",
  };
}

async function make({ versionId, call }: MadeDesign, kind: string): Promise<string> {
  const answer = await call("POST", `/versions/${versionId}/${kind}`, { name: "One" });
  expect(answer.status, answer.text).toBe(201);
  return String(answer.body["id"]);
}

const send = ({ method, path, body }: (typeof calls)[number], ids: Ids): Promise<TestResponse> =>
  request(scene.specs.testApp, {
    method,
    path: `/api/projects/${own}/specs${path(ids)}`,
    key,
    ...(body === undefined ? {} : { body: body(ids) }),
  });

it("answers what another project has as what nowhere is", async () => {
  const nowhere = Object.fromEntries(Object.keys(there).map((name) => [name, randomUUID()]));
  for (const call of calls) {
    const answers = [await send(call, there), await send(call, { ...there, ...nowhere })];
    const [known, random] = answers.map(({ status, body }) => [
      status,
      body["code"],
      body["detail"],
    ]);
    expect(known, `${call.method} ${call.path(there)}`).toEqual(random);
    expect(known?.[0]).toBe(404);
  }
});
