import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeKey, makeMember, makeOrganization, makeProject } from "../../testing/factories.ts";
import { openWebhookScene, signatureOf, status, type WebhookScene } from "./webhook.testing.ts";

let scene: WebhookScene;

beforeAll(async () => {
  scene = await openWebhookScene();
});

afterAll(() => scene[Symbol.asyncDispose]());

beforeEach(async () => {
  const { body } = await scene.send("GET", "/api/webhooks");
  for (const { id } of body["items"] as unknown as { id: string }[])
    await scene.send("DELETE", `/api/webhooks/${id}`);
  scene.receiver.received.length = 0;
  scene.receiver.answer = (_, response) => void response.end("ok");
});

describe("a webhook", () => {
  it("sends an event with its ids, signed, once", async () => {
    const { id, secret } = await scene.create();
    await scene.change();
    await scene.dispatch();
    await scene.wait(20);
    const [received, ...others] = scene.receiver.received;
    if (received === undefined) throw new Error("Nothing was sent.");
    expect(others).toEqual([]);
    expect(received.event).toBe("project.updated");
    expect(received.message).toEqual({
      eventType: "project.updated",
      timestamp: expect.stringMatching(/^2026-11-23T12:.*Z$/) as string,
      organizationId: scene.organization.id,
      projectId: scene.projectId,
      actor: {
        type: "user",
        id: scene.organization.owner.userId,
        keyId: expect.any(String) as string,
      },
      data: { subject: { type: "project", id: scene.projectId }, changed: ["description"] },
    });
    expect(received.headers["x-svc-signature"]).toBe(signatureOf(received, secret));
    expect(Number(received.headers["x-svc-timestamp"])).toBeCloseTo(
      Date.parse(String(received.message["timestamp"])) / 1000,
      -1,
    );
    const [delivery] = await scene.deliveries(id);
    expect(delivery).toMatchObject({
      id: received.delivery,
      state: "succeeded",
      attemptCount: 1,
      status: 200,
    });
    const whole = await scene.send("GET", `/api/webhooks/${id}/deliveries/${received.delivery}`);
    expect(whole.body["payload"]).toBe(received.body);
    expect(whole.body["attempts"]).toMatchObject([{ status: 200, failure: null, excerpt: "ok" }]);
  });

  it("shows its secret once, and keeps it and its address from the log and the database", async () => {
    const address = `${scene.receiver.url}/hook/T0KEN-in-the-path`;
    const { id, secret } = await scene.create({ address });
    expect(secret).toMatch(/^svc_hook_\w{38}$/);
    const read = await scene.read(id);
    expect(read).toMatchObject({ address, status: "active" });
    expect(read).not.toHaveProperty("secret");
    const db = await scene.testApp.cells.eu.platform.database();
    const rows = JSON.stringify(await db.selectFrom("webhook").selectAll().execute());
    const audit = (await scene.send("GET", "/api/audit-log/export?format=json")).text;
    expect(audit).toContain(scene.receiver.url);
    for (const text of [rows, audit, scene.testApp.logged.join()]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain("T0KEN");
    }
  });

  it("gets only the types that it names, by wildcards too, and only events of its project", async () => {
    const other = await makeProject(scene.testApp, scene.organization);
    const ofProject = await scene.create({ projectId: scene.projectId, eventTypes: ["*"] });
    const ofKind = await scene.create({ eventTypes: ["environment.*"] });
    await scene.change();
    await scene.change(other);
    const path = `/api/projects/${other}/environments`;
    await scene.send("POST", path, { name: "E", baseUrl: "https://a.example" });
    await scene.dispatch();
    const typesOf = async (id: string) =>
      (await scene.deliveries(id)).map((one) => one["eventType"]);
    expect(await typesOf(ofProject.id)).toEqual(["project.updated"]);
    expect(await typesOf(ofKind.id)).toEqual(["environment.created"]);
  });

  it("is listed by its project, and a project of another organization is not found", async () => {
    const { id } = await scene.create({ projectId: scene.projectId, eventTypes: ["*"] });
    await scene.create({ eventTypes: ["*"] });
    const own = await scene.send("GET", `/api/webhooks?projectId=${scene.projectId}`);
    expect(own.body["items"]).toMatchObject([{ id }]);
    const stranger = await makeOrganization(scene.testApp);
    const foreign = await makeProject(scene.testApp, stranger);
    const { status } = await scene.send("GET", `/api/webhooks?projectId=${foreign}`);
    expect(status).toBe(404);
  });

  it("never sends events of the organization's members to a webhook of a project", async () => {
    const { id } = await scene.create({ projectId: scene.projectId, eventTypes: ["*"] });
    const { userId } = await makeMember(scene.testApp, scene.organization, "viewer");
    const role = await scene.send("PUT", `/api/projects/${scene.projectId}/members/${userId}`, {
      role: "member",
    });
    expect(role.status, role.text).toBeLessThan(300);
    expect(await scene.deliveries(id)).toEqual([]);
  });

  it.each([
    [{ eventTypes: ["nothing.*"] }, "eventTypes[0]"],
    [{ eventTypes: ["project.updated", "project.up*"] }, "eventTypes[1]"],
    [{ eventTypes: ["*"], address: "ftp://a.example" }, "address"],
    [{ eventTypes: ["*"], address: "https://user:pass@a.example" }, "address"],
    [{ eventTypes: [] }, "eventTypes"],
  ])("is refused with what to correct: %j", async (fields, field) => {
    const body = { address: "https://a.example", ...fields };
    const answer = await scene.send("POST", "/api/webhooks", body);
    expect(answer.status, answer.text).toBe(400);
    expect(JSON.stringify(answer.body["errors"])).toContain(`"${field}"`);
  });

  it("is for those who manage the security of the organization, with full access", async () => {
    const { id } = await scene.create();
    const member = await makeMember(scene.testApp, scene.organization, "member");
    const refused = await scene.send("GET", `/api/webhooks/${id}`, undefined, member.key);
    expect([refused.status, refused.body["code"]]).toEqual([403, "ROLE_INSUFFICIENT"]);
    const scoped = await makeKey(
      scene.testApp,
      scene.organization,
      scene.organization.owner.userId,
      [{ permission: "projects:manage", projectId: null }],
    );
    const denied = await scene.send("POST", `/api/webhooks/${id}/ping`, {}, scoped);
    expect([denied.status, denied.body["code"]]).toEqual([403, "ORG_OPERATION_DENIED"]);
  });
});

describe("attempts", () => {
  it("follow after 1, 2, 4 and 8 minutes under one id with a new time, then end", async () => {
    const { id } = await scene.create();
    scene.receiver.answer = status(503);
    await scene.change();
    await scene.dispatch();
    const { received } = scene.receiver;
    for (const [minutes, count] of [
      [0.9, 1],
      [0.2, 2],
      [1.8, 2],
      [0.3, 3],
      [3.8, 3],
      [0.3, 4],
      [7.8, 4],
      [0.3, 5],
      [60, 5],
    ] as const) {
      await scene.wait(minutes);
      expect(received, `${minutes} min`).toHaveLength(count);
    }
    expect(new Set(received.map(({ delivery }) => delivery)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers["x-svc-timestamp"])).size).toBe(5);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(await scene.deliveries(id)).toMatchObject([
      { state: "dead", attemptCount: 5, status: 503, nextAttemptAt: null },
    ]);
    expect(await scene.read(id)).toMatchObject({
      status: "failing",
      failure: "The receiver answered 503.",
    });
  });

  it("of later events of a subject wait until the earlier one succeeds or is dead", async () => {
    const other = await makeProject(scene.testApp, scene.organization);
    const { id } = await scene.create({ eventTypes: ["project.updated"] });
    scene.receiver.answer = ({ message }, response) =>
      status(String(message["projectId"]) === scene.projectId ? 500 : 200)({} as never, response);
    for (const project of [scene.projectId, scene.projectId, scene.projectId, other])
      await scene.change(project);
    await scene.dispatch();
    const of = (project: string) =>
      scene.receiver.received.filter(({ message }) => String(message["projectId"]) === project);
    expect([of(scene.projectId).length, of(other).length]).toEqual([1, 1]);
    for (const minutes of [1, 2, 4]) await scene.wait(minutes);
    expect(new Set(of(scene.projectId).map(({ delivery }) => delivery)).size).toBe(1);
    await scene.wait(8);
    expect(new Set(of(scene.projectId).map(({ delivery }) => delivery)).size).toBe(2);
    scene.receiver.answer = status(204);
    await scene.wait(1);
    const states = (await scene.deliveries(id)).map((one) => one["state"]);
    expect(states).toEqual(["succeeded", "succeeded", "succeeded", "dead"]);
    expect(await scene.read(id)).toMatchObject({ status: "active", failure: null });
  });

  it("succeed with 2xx alone: a redirect is not followed", async () => {
    const { id } = await scene.create();
    scene.receiver.answer = (_, response) =>
      void response.writeHead(302, { location: "http://127.0.0.1:1/inside" }).end();
    await scene.change();
    await scene.dispatch();
    expect(scene.receiver.received).toHaveLength(1);
    const [delivery] = await scene.deliveries(id);
    expect(delivery).toMatchObject({ state: "pending", status: 302 });
    expect(delivery?.["failure"]).toContain("Redirects are not followed");
  });

  it("end after 10 s, and read no more than the beginning of an answer", async () => {
    const { id } = await scene.create();
    const chunk = Buffer.alloc(1_048_576, "x");
    let sent = 0;
    scene.receiver.answer = (_, response) => {
      response.writeHead(200, { "content-length": 10_000_000_000 });
      const more = (): void => {
        sent += chunk.length;
        response.write(chunk);
      };
      response.on("drain", more);
      more();
    };
    const before = process.memoryUsage().rss;
    await scene.change();
    await scene.dispatch();
    expect(await scene.deliveries(id)).toMatchObject([{ state: "succeeded", status: 200 }]);
    expect(sent).toBeLessThan(32 * chunk.length);
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1_048_576);
    scene.receiver.answer = () => {};
    const ping = await scene.send("POST", `/api/webhooks/${id}/ping`);
    expect(ping.body).toMatchObject({ state: "dead", status: null });
    expect(String(ping.body["failure"])).toMatch(/10/);
  });
});

describe("the secrets", () => {
  it("are two while one is rotated, and the older one ends", async () => {
    const { id, secret } = await scene.create();
    const rotated = await scene.send("POST", `/api/webhooks/${id}/secret`, {
      keepPreviousHours: 2,
    });
    const newer = String(rotated.body["secret"]);
    expect(newer).not.toBe(secret);
    await scene.change();
    await scene.dispatch();
    const [first] = scene.receiver.received;
    if (first === undefined) throw new Error("Nothing was sent.");
    expect(first.headers["x-svc-signature"]).toBe(
      `${signatureOf(first, newer)},${signatureOf(first, secret)}`,
    );
    scene.clock.now = new Date(scene.clock.now.getTime() + 3 * 3_600_000);
    await scene.change();
    await scene.dispatch();
    const last = scene.receiver.received.at(-1);
    if (last === undefined) throw new Error("Nothing was sent.");
    expect(last.headers["x-svc-signature"]).toBe(signatureOf(last, newer));
  });
});

describe("a ping", () => {
  it("is sent at once, once, and shows the answer", async () => {
    const { id } = await scene.create({ isActive: false });
    const good = await scene.send("POST", `/api/webhooks/${id}/ping`);
    expect(good.body).toMatchObject({ eventType: "ping", state: "succeeded", status: 200 });
    scene.receiver.answer = status(404);
    const bad = await scene.send("POST", `/api/webhooks/${id}/ping`);
    expect(bad.body).toMatchObject({ state: "dead", failure: "The receiver answered 404." });
    await scene.wait(20);
    expect(scene.receiver.received.map(({ event }) => event)).toEqual(["ping", "ping"]);
  });

  it("names the reason where the address is not allowed", async () => {
    const { id } = await scene.create({ address: "http://169.254.169.254/latest" });
    const { body } = await scene.send("POST", `/api/webhooks/${id}/ping`);
    expect(body).toMatchObject({ state: "dead", status: null });
    expect(String(body["failure"])).toMatch(/metadata|link-local/i);
  });
});

describe("a dead delivery", () => {
  it("is sent again on demand, under its id", async () => {
    const { id } = await scene.create();
    scene.receiver.answer = status(500);
    await scene.change();
    for (const minutes of [0, 1, 2, 4, 8]) await scene.wait(minutes);
    const [dead] = await scene.deliveries(id, "state=dead");
    scene.receiver.answer = status(200);
    const again = await scene.send(
      "POST",
      `/api/webhooks/${id}/deliveries/${String(dead?.["id"])}/redeliver`,
    );
    expect(again.status, again.text).toBe(202);
    await scene.dispatch();
    expect(scene.receiver.received.at(-1)?.delivery).toBe(dead?.["id"]);
    expect(await scene.deliveries(id)).toMatchObject([{ state: "succeeded", attemptCount: 1 }]);
  });

  it("pauses the webhook once attempts failed for three days, and drops what waits", async () => {
    const { id, rowVersion } = await scene.create({ eventTypes: ["project.updated"] });
    scene.receiver.answer = status(500);
    await scene.change();
    for (const minutes of [0, 1, 2, 4, 8]) await scene.wait(minutes);
    scene.clock.now = new Date(scene.clock.now.getTime() + 3 * 86_400_000);
    await scene.change();
    await scene.change();
    for (const minutes of [0, 1, 2, 4, 8]) await scene.wait(minutes);
    const paused = await scene.read(id);
    expect(paused).toMatchObject({
      status: "paused",
      isActive: false,
      failure: "The receiver answered 500.",
    });
    expect((await scene.deliveries(id)).map((one) => one["state"])).toEqual([
      "dead",
      "dead",
      "dead",
    ]);
    await scene.change();
    expect(await scene.deliveries(id)).toHaveLength(3);
    const stale = await scene.send("PATCH", `/api/webhooks/${id}`, { isActive: true, rowVersion });
    expect(stale.status).toBe(409);
    const active = await scene.send("PATCH", `/api/webhooks/${id}`, {
      isActive: true,
      rowVersion: paused["rowVersion"],
    });
    expect(active.body).toMatchObject({ status: "active", pausedAt: null });
    const audit = await scene.send("GET", "/api/audit-log?event=webhook.paused");
    expect(audit.body["totalCount"]).toBe(1);
  });
});

describe("a form", () => {
  it.each([
    ["slack", { text: expect.stringMatching(/^\*project\.updated\*\n• project: /) as string }],
    ["teams", { type: "message", attachments: [{ content: { type: "AdaptiveCard" } }] }],
  ])("%s is a message for the chat", async (form, expected) => {
    await scene.create({ form });
    await scene.change();
    await scene.dispatch();
    expect(scene.receiver.received[0]?.message).toMatchObject(expected);
  });
});
