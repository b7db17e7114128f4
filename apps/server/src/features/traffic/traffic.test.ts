import { afterAll, describe, expect, it } from "vitest";
import { makeMember } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import {
  closeDeprecationScenes,
  openDeprecationScene,
  type DeprecationScene,
} from "../deprecations/deprecation.testing.ts";

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
