import { afterAll, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { selectEvents } from "../../platform/events/event-rows.ts";
import { makeMember } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { closeDeprecationScenes, openDeprecationScene } from "./deprecation.testing.ts";
import { planNotices } from "./plan.notices.ts";

afterAll(closeDeprecationScenes);

describe("reminders", () => {
  it("come once for each day, and after a pause only the nearest", async () => {
    const scene = await openDeprecationScene();
    await scene.setPolicy({ reminderDaysJson: "[1,30,14,30,200]" });
    await scene.create();
    const given = async () => {
      const db = await scene.testApp.cells.eu.platform.database();
      const { rows } = await sql<{ data: { daysBefore: number } }>`select data from event
        where type = 'deprecation.reminder_due' and project_id = ${scene.projectId}
        order by sequence`.execute(db);
      return rows.map(({ data }) => data.daysBefore);
    };
    await scene.remind();
    expect(await given()).toEqual([]);
    await scene.wait(91);
    await scene.remind();
    await scene.remind();
    expect(await given()).toEqual([30]);
    await scene.wait(28.5);
    await scene.remind();
    expect(await given()).toEqual([30, 1]);
  });
});

describe("owners of dependents", () => {
  it("are notified with the reasons, unless they chose otherwise", async () => {
    const scene = await openDeprecationScene();
    const { specId, versionId, testApp, projectId, organization } = scene;
    const notify = () => scene.send("POST", `/${specId}/versions/${versionId}/notify-dependents`);
    expect((await notify()).body).toMatchObject({
      sent: 0,
      skipped: [{ email: null, reason: "Nothing is deprecated." }],
    });
    await scene.create();
    const { key } = organization.owner;
    const suites = `/api/projects/${projectId}/suites`;
    const suite = await request(testApp, {
      method: "POST",
      path: suites,
      key,
      body: { name: "Shop" },
    });
    await request(testApp, {
      method: "POST",
      path: `${suites}/${String(suite.body["id"])}/cases`,
      key,
      body: { name: "read", request: { method: "GET", url: "{{baseUrl}}/pets/7?full=1" } },
    });
    const { email } = organization.owner;
    expect((await notify()).body).toEqual({
      sent: 1,
      recipients: [{ email, reasons: ["the suite Shop calls GET /pets/{id}"] }],
      skipped: [],
    });
    const preferences = [{ kind: "deprecation", inApp: false, mail: "off" }];
    const path = "/api/notices/preferences";
    await request(testApp, { method: "PATCH", path, key, body: { preferences } });
    const reason = "The person chose to get no notices of deprecations.";
    expect((await notify()).body).toEqual({
      sent: 0,
      recipients: [],
      skipped: [{ email, reason }],
    });
  });
});

describe("notices of a plan", () => {
  /** Hands the events to the subscription, as its jobs do. */
  async function handleEvents(scene: Awaited<ReturnType<typeof openDeprecationScene>>) {
    const { platform } = scene.testApp.cells.eu;
    const subscription = planNotices(platform);
    const db = await platform.database();
    const events = await selectEvents(db, scene.organization.id, "0", 1000);
    // Twice: a job can run again after a crash.
    for (const event of [...events, ...events])
      if (subscription.types.some((type) => type === event.type))
        await subscription.handle(event, new AbortController().signal);
    const path = "/api/notices?kind=deprecation";
    const { body } = await request(scene.testApp, {
      method: "GET",
      path,
      key: scene.organization.owner.key,
    });
    return body["items"] as unknown as { eventType: string; text: string }[];
  }

  it("reach those who may approve a plan when it waits, but not who asked for it", async () => {
    const scene = await openDeprecationScene();
    const { testApp, organization } = scene;
    await scene.setPolicy({ requireApproval: true });
    const admin = await makeMember(testApp, organization, "admin");
    const member = await makeMember(testApp, organization, "member");
    await scene.create();
    expect(await handleEvents(scene)).toEqual([]);
    const path = "/api/notices?kind=deprecation";
    const read = async (key: string) =>
      (await request(testApp, { method: "GET", path, key })).body["items"];
    expect(await read(admin.key)).toMatchObject([
      {
        eventType: "deprecation.requested",
        title: "The deprecation of GET /pets/{id} waits for an approval",
      },
    ]);
    expect(await read(member.key)).toEqual([]);
  });

  it("reach the owners of dependents at each step, and who still calls seven days before the end", async () => {
    const scene = await openDeprecationScene();
    const { testApp, projectId, organization, specId, versionId } = scene;
    const { key } = organization.owner;
    const post = (path: string, body: object) =>
      request(testApp, { method: "POST", path, key, body });
    const suites = `/api/projects/${projectId}/suites`;
    const suite = await post(suites, { name: "Shop" });
    await post(`${suites}/${String(suite.body["id"])}/cases`, {
      name: "read",
      request: { method: "GET", url: "{{baseUrl}}/pets/7" },
    });
    await scene.create();
    expect((await handleEvents(scene)).map(({ eventType }) => eventType)).toEqual([
      "deprecation.announced",
    ]);
    await scene.wait(114);
    const reported = await post(`/api/projects/${projectId}/usage`, {
      batchId: "late",
      calls: [
        {
          specId,
          method: "get",
          path: "/pets/{id}",
          consumer: "partner",
          occurredAt: scene.inDays(0),
        },
      ],
    });
    expect(reported.status, reported.text).toBeLessThan(300);
    await scene.remind();
    await scene.remind();
    const notices = await handleEvents(scene);
    const last = notices.filter(({ eventType }) => eventType === "deprecation.callers_remain");
    expect(last).toHaveLength(1);
    expect(last[0]?.text).toMatch(/Called in the last seven days by:\n- .*: 1 calls/);
    expect(last[0]?.text).toContain("the suite Shop calls GET /pets/{id}");
    const sent = await scene.send("POST", `/${specId}/versions/${versionId}/notify-dependents`);
    expect(sent.body).toMatchObject({
      sent: 1,
      recipients: [{ email: organization.owner.email }],
      skipped: [],
    });
  });
});
