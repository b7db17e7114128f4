import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, makeProject } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import type { TestApp } from "../../testing/test-app.ts";
import {
  closeDeprecationScenes,
  openDeprecationScene,
  type DeprecationScene,
} from "../deprecations/deprecation.testing.ts";
import { verifyDomain } from "../sso/testing/sso-scene.ts";
import { createGatewaySource } from "./gateway.source.ts";
import { selectServedAddresses } from "./gateway.store.ts";

afterAll(closeDeprecationScenes);

async function openTrafficScene() {
  const scene = await openDeprecationScene();
  const send = (method: "GET" | "PUT" | "POST", path: string, body?: object, key?: string) =>
    request(scene.testApp, {
      method,
      path: `/api/projects/${scene.projectId}${path}`,
      key: key ?? scene.organization.owner.key,
      ...(body === undefined ? {} : { body }),
    });
  const made = await send("POST", "/environments", {
    name: "Production",
    baseUrl: "https://api.example.com/shop",
  });
  const environmentId = String(made.body["id"]);
  const route = (body: object, key?: string) =>
    send("PUT", `/environments/${environmentId}/route`, body, key);
  const rules = async (query = `?environmentId=${environmentId}`) =>
    (await send("GET", `/traffic-rules${query}`)).body as unknown as Rules;
  return { ...scene, environmentId, call: send, route, rules };
}

interface Rules {
  readonly requestsPerMinute: number | null;
  readonly operations: { method: string; path: string; plans: { sunsetAt: string }[] }[];
}

const listPaths = ({ operations }: Rules) =>
  operations.map(({ method, path, plans }) => `${method} ${path} ${plans.length}`);

/** Another organization can draw off no call of a host, by a longer prefix or a port. */
async function refuseStranger(testApp: TestApp, host: string): Promise<void> {
  const stranger = await makeOrganization(testApp);
  const projectId = await makeProject(testApp, stranger);
  const theirs = (method: "POST" | "PUT", path: string, body: unknown) =>
    request(testApp, {
      method,
      path: `/api/projects/${projectId}${path}`,
      key: stranger.owner.key,
      body,
    });
  const made = await theirs("POST", "/environments", { name: "One", baseUrl: "https://c.example" });
  const path = `/environments/${String(made.body["id"])}/route`;
  for (const more of [{ pathPrefix: "/pets" }, { port: 8080 }, {}])
    expect((await theirs("PUT", path, { addresses: [{ host, ...more }] })).body).toMatchObject({
      status: 409,
      code: "NAME_TAKEN",
    });
  const own = await theirs("PUT", path, { addresses: [{ host: `x${host}` }] });
  expect(own.status, own.text).toBe(200);
}

describe("the route of an environment", () => {
  it("is not served until it is set, and is replaced as a whole", async () => {
    const { specId, environmentId, call, route } = await openTrafficScene();
    const read = () => call("GET", `/environments/${environmentId}/route`);
    expect((await read()).body).toMatchObject({ isServed: false, addresses: [], specs: [] });
    const host = `a${environmentId.slice(-8)}.example.com`;
    const fields = {
      addresses: [{ host, pathPrefix: "/shop" }],
      specs: [{ specId, basePath: "/v1" }],
      requestsPerMinute: 60,
      infoUrl: "https://example.com/ends",
    };
    const set = await route(fields);
    expect(set.status, set.text).toBe(200);
    expect(set.body).toMatchObject({ isServed: true, addresses: [{ host, port: null }] });
    expect((await read()).body).toEqual(set.body);
    expect((await route({})).body).toMatchObject({ addresses: [], requestsPerMinute: null });
  });

  it("refuses addresses of others, unknown specifications, and people who may not manage projects", async () => {
    const { environmentId, call, route, organization, versionId, testApp } =
      await openTrafficScene();
    const host = `b${environmentId.slice(-8)}.example.com`;
    await route({ addresses: [{ host }] });
    const other = await call("POST", "/environments", {
      name: "Two",
      baseUrl: "https://b.example",
    });
    const taken = await call("PUT", `/environments/${String(other.body["id"])}/route`, {
      addresses: [{ host }],
    });
    expect(taken.body).toMatchObject({ status: 409, code: "NAME_TAKEN" });
    await refuseStranger(testApp, host);
    const specs = [{ specId: versionId }];
    expect((await route({ specs })).body).toMatchObject({ code: "VALIDATION_FAILED" });
    for (const addresses of [[{ host }, { host }], [{ pathPrefix: "/a/../b" }], [{ host: "A.b" }]])
      expect((await route({ addresses })).body).toMatchObject({ code: "VALIDATION_FAILED" });
    for (const upstreamUrl of ["ftp://x", "https://u:p@x.example", "https://x.example/?a"])
      expect((await route({ upstreamUrl })).body).toMatchObject({ code: "VALIDATION_FAILED" });
    const viewer = await makeMember(testApp, organization, "viewer");
    expect((await route({}, viewer.key)).status).toBe(403);
  });
});

describe("a host of a verified domain", () => {
  it("is its organization's alone, also where another one took it first", async () => {
    const { environmentId, route, testApp, organization } = await openTrafficScene();
    const domain = `d${environmentId.slice(-8)}.example`;
    const host = `api.${domain}`;
    const stranger = await makeOrganization(testApp);
    const projectId = await makeProject(testApp, stranger);
    const theirs = (method: "POST" | "PUT", path: string, body: object) =>
      request(testApp, {
        method,
        path: `/api/projects/${projectId}/environments${path}`,
        key: stranger.owner.key,
        body,
      });
    const made = await theirs("POST", "", { name: "One", baseUrl: "https://c.example" });
    const squat = () =>
      theirs("PUT", `/${String(made.body["id"])}/route`, { addresses: [{ host }] });
    expect((await squat()).status).toBe(200);
    expect((await route({ addresses: [{ host }] })).body).toMatchObject({ code: "NAME_TAKEN" });
    const db = await testApp.cells.eu.platform.database();
    const servedHosts = async () => (await selectServedAddresses(db)).map((each) => each.host);
    expect(await servedHosts()).toContain(host);
    await verifyDomain(testApp, organization, domain);
    expect(await servedHosts()).not.toContain(host);
    const own = await route({ addresses: [{ host }] });
    expect(own.status, own.text).toBe(200);
    expect(await servedHosts()).toContain(host);
    expect((await squat()).body).toMatchObject({ status: 409, code: "NAME_TAKEN" });
    // The longest verified domain counts.
    await verifyDomain(testApp, stranger, host);
    expect((await squat()).status).toBe(200);
    expect((await route({ addresses: [{ host }] })).body).toMatchObject({ code: "NAME_TAKEN" });
  });
});

describe("the traffic rules", () => {
  it("name the operations of the route's versions with the plans that mark them", async () => {
    const { specId, route, rules, create, inDays } = await openTrafficScene();
    await route({ specs: [{ specId, basePath: "/v1/" }], requestsPerMinute: 100 });
    const before = await rules();
    expect(listPaths(before)).toEqual(["get /v1/pets/{id} 0", "get /v1/v2/pets/{id} 0"]);
    await create({ autoShutdown: true });
    const after = await rules();
    expect(after.requestsPerMinute).toBe(100);
    expect(after.operations[0]?.plans).toMatchObject([
      { sunsetAt: inDays(120), sunsetPhaseStartsAt: inDays(90), endedAt: null, autoShutdown: true },
    ]);
    expect(listPaths(await rules("?onlyPlanned=true"))).toEqual(["get /pets/{id} 1"]);
  });

  it("have both plans of an operation and its version, and none that was cancelled", async () => {
    const scene: DeprecationScene & Awaited<ReturnType<typeof openTrafficScene>> =
      await openTrafficScene();
    const plan = await scene.create();
    const fields = { entityType: "specVersion", entityId: scene.versionId };
    await scene.create({ ...fields, successorEndpointId: scene.successorId });
    expect(listPaths(await scene.rules(""))).toEqual(["get /pets/{id} 2", "get /v2/pets/{id} 1"]);
    await scene.manage({ action: "cancel", planId: plan["id"] });
    const { operations } = await scene.rules("");
    expect(operations[0]?.plans).toMatchObject([{ successor: "/v2/pets/{id}" }]);
  });
});

describe("undocumented calls", () => {
  it("are listed however many rare forms came before, and none is lost or counted twice", async () => {
    const { environmentId, projectId, organization, call, testApp } = await openTrafficScene();
    const { id: organizationId } = organization;
    const source = createGatewaySource(testApp.cells.eu.platform);
    // Other files set the clock of this server forward.
    const now = testApp.cells.eu.platform.clock.now().getTime();
    const write = (batchId: string, paths: readonly string[], requests: number, at = now) =>
      source.writeCounts({
        organizationId,
        projectId,
        batchId,
        calls: [],
        undocumented: paths.map((path) => ({
          environmentId,
          method: "get",
          path,
          lastCalledAt: new Date(at).toISOString(),
          requests,
        })),
        answers: [],
      });
    const forms = Array.from({ length: 4000 }, (_, at) => `/x/form-${at}`);
    await write(`a-${environmentId}`, forms.slice(0, 2500), 2, now - 60_000);
    await write(`b-${environmentId}`, forms.slice(2500), 2, now - 30_000);
    const calls = Array.from({ length: 12 }, (_, at) => `${at}-${environmentId}`);
    for (const batchId of [...calls, ...calls]) await write(batchId, ["/later"], 1);
    const { body } = await call("GET", "/undocumented-calls?take=2");
    const items = body["items"] as unknown as { path: string; requests: number }[];
    expect(items[0]?.path).toBe("/{}");
    expect(items[1]).toMatchObject({ path: "/later", requests: 12 });
    const db = await testApp.cells.eu.platform.database();
    const { rows } = await sql`select sum(requests)::int as requests, count(*) <= 2001 as is_bounded
      from undocumented_call where environment_id = ${environmentId}`.execute(db);
    expect(rows).toEqual([{ requests: 8012, isBounded: true }]);
  });
});
