import { afterAll, describe, expect, it } from "vitest";
import { request } from "../../testing/request.ts";
import { createGatewaySource } from "../traffic/gateway.source.ts";
import { closeDeprecationScenes, openDeprecationScene } from "./deprecation.testing.ts";

afterAll(closeDeprecationScenes);

const problem = (status: number, code: string) => ({ status, code });

describe("reported calls", () => {
  it("count once a batch, hold a retirement back, and keep no consumer's key", async () => {
    const scene = await openDeprecationScene();
    const { specId, testApp, organization, projectId } = scene;
    const plan = await scene.create();
    const report = (body: object) =>
      request(testApp, {
        method: "POST",
        path: `/api/projects/${projectId}/usage`,
        key: organization.owner.key,
        body,
      });
    const call = {
      specId,
      method: "get",
      path: "/pets/{petId}",
      consumer: "key-of-a-partner",
      occurredAt: scene.inDays(-2),
      count: 40,
    };
    const batch = { batchId: "log-1", source: "access-log", calls: [call, { ...call, count: 2 }] };
    expect((await report(batch)).body).toEqual({ accepted: 2, isRepeat: false, warnings: [] });
    expect((await report(batch)).body).toEqual({ accepted: 0, isRepeat: true, warnings: [] });
    const anonymous = { ...call, consumer: null, occurredAt: scene.inDays(-20), count: 1 };
    await report({ batchId: "log-2", calls: [anonymous] });
    const query = `entityType=endpoint&entityId=${scene.endpointId}&includeUsage=true`;
    const { usage } = await scene.read(query);
    expect(usage).toMatchObject({
      daysBack: 30,
      totalRequests: 43,
      consumerCount: 2,
      lastCalledAt: scene.inDays(-2),
      activeInLast7Days: true,
    });
    expect(JSON.stringify(usage)).not.toContain("key-of-a-partner");
    expect(usage).toMatchObject({ topConsumers: [{ name: null }, { consumer: "anonymous" }] });
    const registered = await request(testApp, {
      method: "POST",
      path: `/api/projects/${projectId}/consumers`,
      key: organization.owner.key,
      body: { name: "Partner", credentials: ["key-of-a-partner"] },
    });
    expect(registered.status, registered.text).toBe(200);
    expect((await scene.read(query))["usage"]).toMatchObject({
      topConsumers: [
        { name: "Partner", requests: 42 },
        { name: null, requests: 1 },
      ],
    });
    const path = `/${specId}/deprecation-plans/${String(plan["id"])}/retire`;
    const refused = await scene.send("POST", path, {});
    expect(refused.body).toMatchObject({
      ...problem(409, "ACTIVE_CONSUMERS"),
      lastCalledAt: scene.inDays(-2),
      consumers: [{ name: "Partner", requests: 42 }],
      detail: `Called in the last seven days by Partner, the last at ${scene.inDays(-2).slice(0, 16).replace("T", " ")} UTC.`,
    });
    const retired = await scene.send("POST", path, { confirmActiveConsumers: true });
    expect(retired.body).toMatchObject({ phase: "retired", retiredEarly: true });
  });

  it("are refused as a whole where one is of another project, too old or in the future", async () => {
    const scene = await openDeprecationScene();
    const { specId, projectId } = scene;
    const call = { specId, method: "get", path: "/pets/{id}", occurredAt: scene.inDays(-1) };
    const refused = await request(scene.testApp, {
      method: "POST",
      path: `/api/projects/${projectId}/usage`,
      key: scene.organization.owner.key,
      body: {
        batchId: "b",
        calls: [
          call,
          { ...call, occurredAt: scene.inDays(-36) },
          { ...call, occurredAt: scene.inDays(1) },
          { ...call, specId: projectId },
        ],
      },
    });
    expect(refused.body).toMatchObject(problem(400, "VALIDATION_FAILED"));
    expect(refused.body["errors"]).toMatchObject([
      { field: "calls[1].occurredAt" },
      { field: "calls[2].occurredAt" },
      { field: "calls[3].specId" },
    ]);
  });

  it("warn where a gateway counted the same operation on the same day", async () => {
    const scene = await openDeprecationScene();
    const { specId, projectId, testApp, organization } = scene;
    const made = await request(testApp, {
      method: "POST",
      path: `/api/projects/${projectId}/environments`,
      key: organization.owner.key,
      body: { name: "Production", baseUrl: "http://shop.example" },
    });
    const environmentId = String(made.body["id"]);
    const occurredAt = scene.inDays(-1);
    await createGatewaySource(testApp.cells.eu.platform).writeCounts({
      organizationId: organization.id,
      projectId,
      batchId: "gateway-1",
      calls: [
        {
          specId,
          environmentId,
          method: "get",
          template: "/pets/{id}",
          consumer: "anonymous",
          status: 200,
          minute: occurredAt,
          requests: 3,
        },
      ],
      undocumented: [],
      answers: [],
    });
    const call = { specId, method: "get", path: "/pets/{petId}", occurredAt };
    const older = { ...call, occurredAt: scene.inDays(-3) };
    const other = { ...call, path: "/v2/pets/{id}" };
    const report = async (batchId: string, calls: object[], more = {}) => {
      const path = `/api/projects/${projectId}/usage`;
      const body = { batchId, source: "access-log", calls, ...more };
      const { key } = organization.owner;
      return (await request(testApp, { method: "POST", path, key, body })).body;
    };
    const warning = { code: "COUNTED_BY_GATEWAY", days: [occurredAt.slice(0, 10)] };
    const warned = { accepted: 1, warnings: [warning] };
    expect(await report("a", [call])).toMatchObject(warned);
    expect(await report("b", [call], { environmentId })).toMatchObject(warned);
    const elsewhere = { environmentId: projectId };
    expect(await report("c", [call], elsewhere)).toMatchObject({ warnings: [] });
    expect(await report("d", [older, other])).toMatchObject({ accepted: 2, warnings: [] });
  });
});
