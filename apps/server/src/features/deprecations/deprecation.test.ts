import { afterAll, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { makeMember } from "../../testing/factories.ts";
import { selectEvents } from "../../platform/events/event-rows.ts";
import { request } from "../../testing/request.ts";
import {
  closeDeprecationScenes,
  openDeprecationScene,
  type DeprecationScene,
} from "./deprecation.testing.ts";
import { planNotices } from "./plan.notices.ts";

afterAll(closeDeprecationScenes);

const problem = (status: number, code: string) => ({ status, code });

async function readEndpoint(scene: DeprecationScene) {
  const { specId, endpointId } = scene;
  return (await scene.send("GET", `/${specId}/endpoint?endpointId=${endpointId}`)).body;
}

describe("a deprecation plan", () => {
  it("marks the operation in lists, details and exports, and its end leaves nothing behind", async () => {
    const scene = await openDeprecationScene();
    const { specId, versionId } = scene;
    const exported = async () => {
      const path = `/${specId}/versions/${versionId}/document?format=json`;
      const { text } = await scene.send("GET", path);
      return JSON.parse(text).paths["/pets/{id}"].get.deprecated as unknown;
    };
    expect(await scene.read()).toEqual({ plan: null, usage: null });
    const plan = await scene.create();
    expect(plan).toMatchObject({
      phase: "gracePeriod",
      entityLabel: "GET /pets/{id}",
      daysLeft: 120,
      announcedAt: scene.clock.now.toISOString(),
      sunsetPhaseStartsAt: scene.inDays(90),
      enableWarningHeader: true,
      rateLimitReductionPercent: 50,
      softShutdownDays: 7,
      retiredEarly: false,
    });
    expect(await readEndpoint(scene)).toMatchObject({ isDeprecated: true });
    const { body } = await scene.send("GET", `/${specId}/endpoints?versionId=${versionId}`);
    expect(body["items"]).toMatchObject([{ isDeprecated: true }, { isDeprecated: false }]);
    expect(await exported()).toBe(true);
    const cancelled = await scene.manage({ action: "cancel", planId: plan["id"] });
    expect(cancelled.body["plan"]).toMatchObject({ phase: "cancelled" });
    expect(await readEndpoint(scene)).toMatchObject({ isDeprecated: false });
    expect(await exported()).toBeUndefined();
    expect(await scene.read()).toEqual({ plan: null, usage: null });
  });

  it("follows its operation into later versions, whatever the variable is called", async () => {
    const scene = await openDeprecationScene();
    const { specId } = scene;
    await scene.create();
    const draft = await scene.send("POST", `/${specId}/versions`, { version: "2.0.0" });
    const versionId = draft.body["id"];
    const listed = await scene.send("GET", `/${specId}/endpoints?versionId=${String(versionId)}`);
    const copy = listed.body["items"]?.[0];
    expect(copy).toMatchObject({ isDeprecated: true });
    const renamed = await scene.send(
      "PUT",
      `/${specId}/versions/${String(versionId)}/endpoints/${String(copy?.["id"])}`,
      {
        path: "/pets/{petId}",
        method: "get",
        rowVersion: copy?.["rowVersion"],
      },
    );
    expect(renamed.status, renamed.text).toBe(200);
    expect(renamed.body).toMatchObject({ isDeprecated: true });
    expect(renamed.body["warnings"]).toContainEqual(
      expect.objectContaining({ code: "DEPRECATION_HELD" }),
    );
    const found = await scene.read(`entityType=endpoint&entityId=${String(copy?.["id"])}`);
    expect(found["plan"]).toMatchObject({ phase: "gracePeriod", entityId: scene.endpointId });
  });

  it("moves by the clock, once, with the time at which each phase was due", async () => {
    const scene = await openDeprecationScene();
    const { specId } = scene;
    await scene.create();
    const startsAt = scene.inDays(90);
    const sunsetAt = scene.inDays(120);
    await scene.wait(89);
    expect((await scene.read())["plan"]).toMatchObject({ phase: "gracePeriod", daysLeft: 31 });
    await scene.wait(40);
    await scene.wait(0);
    expect((await scene.read())["plan"]).toMatchObject({
      phase: "retired",
      daysLeft: 0,
      retiredAt: sunsetAt,
      retiredEarly: false,
    });
    const { body } = await request(scene.testApp, {
      method: "GET",
      path: "/api/audit-log/export?format=json",
      key: scene.organization.owner.key,
    });
    const entries = body as unknown as { event: string; details: { dueAt?: string } }[];
    const moves = entries
      .filter(({ details }) => details.dueAt !== undefined)
      .map(({ event, details }) => [event, details.dueAt]);
    expect(moves).toEqual([
      ["deprecation.sunset_started", startsAt],
      ["deprecation.retired", sunsetAt],
    ]);
    expect(await readEndpoint(scene)).toMatchObject({ isDeprecated: true });
    expect(specId).toBeTruthy();
  });

  it("can be tried out by a brown-out with an end, and warns of a limit without a base", async () => {
    const scene = await openDeprecationScene();
    const { specId } = scene;
    const limited = await scene.manage({
      action: "create",
      entityType: "endpoint",
      entityId: scene.endpointId,
      sunsetAt: scene.inDays(100),
      migrationGuide: "G",
      enableRateLimiting: true,
    });
    expect(limited.body["warnings"]).toMatchObject([{ code: "RATE_LIMIT_WITHOUT_BASE" }]);
    const planId = String(limited.body["plan"]?.["id"]);
    const path = `/${specId}/deprecation-plans/${planId}/trial-brown-out`;
    const start = await scene.send("PUT", path, { minutes: 5 });
    expect(start.body).toEqual({
      startsAt: scene.clock.now.toISOString(),
      endsAt: scene.inDays(5 / 1440),
    });
    const rules = await request(scene.testApp, {
      method: "GET",
      path: `/api/projects/${scene.projectId}/traffic-rules?onlyPlanned=true`,
      key: scene.organization.owner.key,
    });
    expect(rules.text).toContain(`"trialBrownOut":${start.text}`);
    expect((await scene.send("PUT", path, { minutes: 61 })).status).toBe(400);
    expect((await scene.send("PUT", path, { minutes: 0 })).body).toEqual({
      startsAt: null,
      endsAt: null,
    });
    await scene.manage({ action: "cancel", planId });
    expect((await scene.send("PUT", path, { minutes: 5 })).body).toMatchObject(
      problem(409, "INVALID_PHASE"),
    );
  });

  it("accepts only a later sunset, and keeps what an update omits", async () => {
    const scene = await openDeprecationScene();
    const { id: planId, sunsetAt } = await scene.create({ autoShutdown: true });
    const update = (fields: object) => scene.manage({ action: "update", planId, ...fields });
    for (const earlier of [sunsetAt, scene.inDays(100)])
      expect((await update({ sunsetAt: earlier })).body).toMatchObject(
        problem(400, "SUNSET_NOT_LATER"),
      );
    const later = await update({ sunsetAt: scene.inDays(150), softShutdownDays: 3 });
    expect(later.body["plan"]).toMatchObject({
      sunsetAt: scene.inDays(150),
      sunsetPhaseStartsAt: scene.inDays(120),
      autoShutdown: true,
      softShutdownDays: 3,
      migrationGuide: "Use /v2/pets/{id}.",
    });
    await scene.wait(125);
    const moved = await update({ sunsetAt: scene.inDays(60) });
    expect(moved.body["plan"]).toMatchObject({
      phase: "sunset",
      sunsetPhaseStartsAt: scene.inDays(-5),
    });
  });

  it("refuses what the policy forbids with every reason, and texts that are no date", async () => {
    const scene = await openDeprecationScene();
    await scene.setPolicy({ preset: "strict", requireApproval: false });
    const fields = { action: "create", entityType: "endpoint", entityId: scene.endpointId };
    const refused = await scene.manage({ ...fields, sunsetAt: scene.inDays(30) });
    expect(refused.body).toMatchObject({
      ...problem(400, "DEPRECATION_POLICY_VIOLATION"),
      earliestSunsetAt: scene.inDays(180),
    });
    const { violations } = refused.body as unknown as { violations: { code: string }[] };
    expect(violations.map(({ code }) => code)).toEqual([
      "MIGRATION_GUIDE_REQUIRED",
      "SUCCESSOR_REQUIRED",
      "SUNSET_TOO_EARLY",
    ]);
    for (const sunsetAt of [
      "2027-01-01T00:00:00",
      "2027-02-30",
      "soon",
      "1780000000",
      "+002027-01-01",
    ])
      expect((await scene.manage({ ...fields, sunsetAt })).body, sunsetAt).toMatchObject(
        problem(400, "VALIDATION_FAILED"),
      );
    for (const missing of ["entityType", "entityId", "sunsetAt"])
      expect(
        (await scene.manage({ ...fields, sunsetAt: scene.inDays(400), [missing]: undefined })).body,
      ).toMatchObject(problem(400, "VALIDATION_FAILED"));
  });

  it("is one for each operation, even when two are made at once", async () => {
    const scene = await openDeprecationScene();
    const create = () =>
      scene.manage({
        action: "create",
        entityType: "endpoint",
        entityId: scene.endpointId,
        sunsetAt: scene.inDays(200),
        migrationGuide: "Use the other.",
      });
    const made = await Promise.all([create(), create(), create()]);
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(made.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "ALREADY_DEPRECATED",
    });
    expect((await scene.read())["plan"]).toMatchObject({ sunsetAt: scene.inDays(200) });
  });

  it("waits for an approval where the policy asks for one, and its clock starts then", async () => {
    const scene = await openDeprecationScene();
    await scene.setPolicy({ requireApproval: true });
    const plan = await scene.create();
    expect(plan).toMatchObject({ phase: "pendingApproval", announcedAt: null });
    expect(await readEndpoint(scene)).toMatchObject({ isDeprecated: false });
    const review = (body: object) =>
      scene.send("POST", `/${scene.specId}/deprecation-plans/${String(plan["id"])}/review`, body);
    const advance = await scene.send("POST", `/${scene.specId}/deprecation-advance`, {
      entityType: "endpoint",
      entityId: scene.endpointId,
      justification: "Now.",
    });
    expect(advance.body).toMatchObject(problem(409, "INVALID_PHASE"));
    expect((await review({ action: "reject", comment: " " })).body).toMatchObject(
      problem(400, "COMMENT_REQUIRED"),
    );
    await scene.wait(40);
    expect((await review({ action: "approve" })).body).toMatchObject(
      problem(400, "DEPRECATION_POLICY_VIOLATION"),
    );
    await scene.manage({ action: "update", planId: plan["id"], sunsetAt: scene.inDays(95) });
    expect((await review({ action: "approve" })).body).toMatchObject({
      phase: "gracePeriod",
      announcedAt: scene.clock.now.toISOString(),
      sunsetPhaseStartsAt: scene.inDays(65),
    });
    expect((await review({ action: "approve" })).body).toMatchObject(problem(409, "INVALID_PHASE"));
    expect(await readEndpoint(scene)).toMatchObject({ isDeprecated: true });
  });

  it("is rejected for good, and another one can be made", async () => {
    const scene = await openDeprecationScene();
    await scene.setPolicy({ requireApproval: true });
    const plan = await scene.create();
    const path = `/${scene.specId}/deprecation-plans/${String(plan["id"])}/review`;
    const rejected = await scene.send("POST", path, { action: "reject", comment: "Not yet." });
    expect(rejected.body).toMatchObject({ phase: "rejected", reviewComment: "Not yet." });
    expect((await scene.manage({ action: "cancel", planId: plan["id"] })).body).toMatchObject(
      problem(409, "INVALID_PHASE"),
    );
    expect(await scene.read()).toEqual({ plan: null, usage: null });
    expect(await scene.create()).toMatchObject({ phase: "pendingApproval" });
  });

  it("is forced to the next phase with a justification that the audit log keeps", async () => {
    const scene = await openDeprecationScene();
    await scene.create();
    const force = (justification: string) =>
      scene.send("POST", `/${scene.specId}/deprecation-advance`, {
        entityType: "endpoint",
        entityId: scene.endpointId,
        justification,
      });
    expect((await force(" ")).body).toMatchObject(problem(400, "JUSTIFICATION_REQUIRED"));
    expect((await force("A leak.")).body).toMatchObject({
      phase: "sunset",
      sunsetAt: scene.inDays(120),
    });
    expect((await force("Worse.")).body).toMatchObject({ phase: "retired", retiredEarly: true });
    expect((await force("Again.")).body).toMatchObject(problem(409, "INVALID_PHASE"));
    const { text } = await request(scene.testApp, {
      method: "GET",
      path: "/api/audit-log/export?format=json",
      key: scene.organization.owner.key,
    });
    expect(text).toContain("A leak.");
  });

  it("is cancelled with the last version that has its operation", async () => {
    const scene = await openDeprecationScene();
    const { specId } = scene;
    const draft = await scene.send("POST", `/${specId}/versions`, { version: "2.0.0" });
    const versionId = String(draft.body["id"]);
    const added = await scene.send("POST", `/${specId}/versions/${versionId}/endpoints`, {
      method: "get",
      path: "/owners",
    });
    const entityId = added.body["id"];
    await scene.create({ entityId });
    await scene.send("DELETE", `/${specId}/versions/${versionId}/endpoints/${String(entityId)}`);
    const { body } = await request(scene.testApp, {
      method: "GET",
      path: "/api/deprecations",
      key: scene.organization.owner.key,
    });
    expect(body).toMatchObject({ items: [], totalCount: 0 });
  });
});

describe("a version", () => {
  it("has a plain sunset or a plan, and says so", async () => {
    const scene = await openDeprecationScene();
    const { specId, versionId } = scene;
    const path = `/${specId}/versions/${versionId}`;
    const set = (body: object) => scene.send("PUT", `${path}/sunset`, body);
    expect((await set({ sunsetAt: "2027-03-01" })).body).toMatchObject({
      sunsetAt: "2027-03-01T00:00:00.000Z",
      isDeprecated: false,
    });
    expect((await set({})).body).toMatchObject({ sunsetAt: null });
    await scene.create({ entityType: "specVersion", entityId: versionId });
    expect((await set({ sunsetAt: "2028-03-01" })).body).toMatchObject(
      problem(409, "ALREADY_DEPRECATED"),
    );
    expect((await scene.send("GET", path)).body).toMatchObject({
      isDeprecated: true,
      sunsetAt: scene.inDays(120),
    });
    const draft = await scene.send("POST", `/${specId}/versions`, { version: "2.0.0" });
    const refused = await scene.manage({
      action: "create",
      entityType: "specVersion",
      entityId: draft.body["id"],
      sunsetAt: scene.inDays(200),
    });
    expect(refused.body).toMatchObject(problem(400, "VALIDATION_FAILED"));
  });
});

describe("the list of deprecations", () => {
  it("has plans, plain dates and what was deprecated by hand, of visible projects alone", async () => {
    const scene = await openDeprecationScene();
    const { specId, versionId, testApp, organization } = scene;
    await scene.create();
    await scene.send("PUT", `/${specId}/versions/${versionId}/sunset`, {
      sunsetAt: scene.inDays(300),
    });
    const draft = await scene.send("POST", "", { name: "Owners" });
    const ownId = String(draft.body["id"]);
    const inVersion = `/${ownId}/versions/${String(draft.body["newestVersionId"])}/endpoints`;
    const added = await scene.send("POST", inVersion, {
      method: "get",
      path: "/owners",
    });
    await scene.send("PUT", `${inVersion}/${String(added.body["id"])}`, {
      method: "get",
      path: "/owners",
      isDeprecated: true,
      rowVersion: added.body["rowVersion"],
    });
    const list = (key: string) =>
      request(testApp, { method: "GET", path: "/api/deprecations", key });
    const { body } = await list(organization.owner.key);
    expect(body).toMatchObject({
      totalCount: 3,
      items: [
        { entityLabel: "GET /pets/{id}", phase: "gracePeriod", daysLeft: 120 },
        { entityLabel: "1.0.0", entityType: "specVersion", phase: null, planId: null },
        { entityLabel: "GET /owners", phase: null, sunsetAt: null, daysLeft: null },
      ],
    });
  });
});

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

describe("the policy", () => {
  it("begins as the standard, takes a preset, and fields beat the preset", async () => {
    const scene = await openDeprecationScene();
    const { body } = await request(scene.testApp, {
      method: "GET",
      path: "/api/deprecation-policy",
      key: scene.organization.owner.key,
    });
    expect(body).toEqual({
      minGracePeriodDays: 90,
      sunsetPhaseDays: 30,
      requireMigrationGuide: true,
      requireSuccessorLink: false,
      requireApproval: false,
      notifyOnAnnouncement: true,
      sendSunsetReminders: true,
      reminderDaysJson: "[30,14,7,1]",
    });
    const changed = await scene.setPolicy({ preset: "strict", minGracePeriodDays: 10 });
    expect(changed.body).toMatchObject({
      minGracePeriodDays: 10,
      sunsetPhaseDays: 60,
      requireApproval: true,
    });
    for (const reminderDaysJson of ["[366]", "[1.5]", "{}", "[", '["1"]', "[-1]"])
      expect((await scene.setPolicy({ reminderDaysJson })).body, reminderDaysJson).toMatchObject(
        problem(400, "VALIDATION_FAILED"),
      );
  });

  it("is kept by a plan from its start", async () => {
    const scene = await openDeprecationScene();
    const { id: planId } = await scene.create();
    await scene.setPolicy({ preset: "strict" });
    const updated = await scene.manage({
      action: "update",
      planId,
      sunsetAt: scene.inDays(200),
    });
    expect(updated.body["plan"]).toMatchObject({ sunsetPhaseStartsAt: scene.inDays(170) });
    const cleared = await scene.manage({ action: "update", planId, migrationGuide: " " });
    expect(cleared.body).toMatchObject(problem(400, "DEPRECATION_POLICY_VIOLATION"));
  });
});

describe("a preview", () => {
  it("says what the policy would refuse, whom it concerns and who calls, and stores nothing", async () => {
    const scene = await openDeprecationScene();
    const { specId, versionId, endpointId, testApp, projectId, organization } = scene;
    const { key, email } = organization.owner;
    const preview = (query: string, byKey?: string) =>
      scene.send(
        "GET",
        `/${specId}/deprecation-preview?entityType=endpoint&entityId=${endpointId}${query}`,
        undefined,
        byKey,
      );
    const suites = `/api/projects/${projectId}/suites`;
    const body = { name: "Shop" };
    const suite = await request(testApp, { method: "POST", path: suites, key, body });
    await request(testApp, {
      method: "POST",
      path: `${suites}/${String(suite.body["id"])}/cases`,
      key,
      body: { name: "read", request: { method: "GET", url: "{{baseUrl}}/pets/7" } },
    });
    const calls = [
      {
        specId,
        method: "get",
        path: "/pets/{petId}",
        consumer: "partner",
        occurredAt: scene.inDays(-1),
        count: 3,
      },
    ];
    await request(testApp, {
      method: "POST",
      path: `/api/projects/${projectId}/usage`,
      key,
      body: { batchId: "one", calls },
    });
    const early = await preview(`&sunsetAt=${encodeURIComponent(scene.inDays(10))}`);
    expect(early.status, early.text).toBe(200);
    expect(early.body).toMatchObject({
      entityLabel: "GET /pets/{id}",
      livePlanId: null,
      violations: [{ code: "MIGRATION_GUIDE_REQUIRED" }, { code: "SUNSET_TOO_EARLY" }],
      requiresApproval: false,
      earliestSunsetAt: scene.inDays(90),
      recipients: [{ email, reasons: ["the suite Shop calls GET /pets/{id}"] }],
      usage: { totalRequests: 3, consumerCount: 1, activeInLast7Days: true },
    });
    const fine = await preview("&hasMigrationGuide=true");
    expect(fine.body).toMatchObject({
      violations: [],
      sunsetAt: scene.inDays(90),
      sunsetPhaseStartsAt: scene.inDays(60),
    });
    expect(await scene.read()).toEqual({ plan: null, usage: null });
    const plan = await scene.create();
    expect((await preview("")).body).toMatchObject({ livePlanId: plan["id"] });
    const whole = `/${specId}/deprecation-preview?entityType=specVersion&entityId=${versionId}`;
    expect((await scene.send("GET", whole)).body).toMatchObject({ entityLabel: "1.0.0" });
    const viewer = await makeMember(testApp, organization, "viewer");
    expect((await preview("", viewer.key)).status).toBe(403);
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
