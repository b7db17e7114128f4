import { afterAll, describe, expect, it } from "vitest";
import { request } from "../../testing/request.ts";
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
    expect((await report(batch)).body).toEqual({ accepted: 2, isRepeat: false });
    expect((await report(batch)).body).toEqual({ accepted: 0, isRepeat: true });
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
    const path = `/${specId}/deprecation-plans/${String(plan["id"])}/retire`;
    const refused = await scene.send("POST", path, {});
    expect(refused.body).toMatchObject({
      ...problem(409, "ACTIVE_CONSUMERS"),
      lastCalledAt: scene.inDays(-2),
      consumers: [{ requests: 42 }],
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
});
