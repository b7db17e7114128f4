import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import {
  callAsOperator,
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { appendEvents } from "../../platform/events/append-events.ts";
import { toNewEvent } from "../../platform/events/emission.ts";
import { request } from "../../testing/request.ts";
import { openStream, type OpenOptions } from "./event-stream.testing.ts";
import {
  buildTestApp,
  listenWithTestApp,
  useTestApp,
  type TestApp,
} from "../../testing/test-app.ts";

let testApp: TestApp;
let address: string;
let organization: MadeOrganization;
let projectId: string;

beforeAll(async () => {
  testApp = await useTestApp();
  address = await listenWithTestApp();
  organization = await makeOrganization(testApp);
  projectId = await makeProject(testApp, organization);
});

async function makeSuite(name: string, inProject = projectId): Promise<void> {
  const answer = await request(testApp, {
    method: "POST",
    path: `/api/projects/${inProject}/suites`,
    key: organization.owner.key,
    body: { name },
  });
  expect(answer.status, answer.text).toBe(201);
}

const open = (key: string, options: OpenOptions = {}) => openStream(address, key, options);

const named = () => crypto.randomUUID();

describe("GET /api/events", () => {
  it("sends what happens from now on, in order, as its type declares", async () => {
    await makeSuite(named());
    const stream = await open(organization.owner.key);
    await makeSuite(named());
    const other = await makeProject(testApp, organization);
    const first = await stream.next();
    expect(first).toMatchObject({
      event: "suite.created",
      data: {
        type: "suite.created",
        version: 1,
        projectId,
        subject: { type: "suite" },
        actor: { type: "user", id: organization.owner.userId },
        data: {},
      },
    });
    expect(await stream.next()).toMatchObject({
      event: "project.created",
      data: { subject: { id: other }, actor: { type: "operator", id: null } },
    });
    expect(first.id).toMatch(/^[\da-f-]{36}\.\d+$/);
    stream.close();
  });

  it("sends what another process wrote", async () => {
    const stream = await open(organization.owner.key);
    const db = await testApp.cells.eu.platform.database();
    const actor = { type: "system", id: null, keyId: null } as const;
    const origin = { organizationId: organization.id, occurredAt: new Date(), actor };
    const subject = { type: "run", id: crypto.randomUUID(), name: null } as const;
    const data = { suiteId: crypto.randomUUID(), outcome: "passed", allPassed: true } as const;
    const event = toNewEvent({ name: "run.completed", projectId, subject, data });
    await appendEvents(db, { ...origin, requestId: null }, [event]);
    expect(await stream.next()).toMatchObject({ event: "run.completed", data: { actor, data } });
    stream.close();
  });

  it("goes on after the last event that the reader has", async () => {
    const stream = await open(organization.owner.key);
    await makeSuite(named());
    const { id = "" } = await stream.next();
    stream.close();
    await stream.ended;
    await makeSuite(named());
    const again = await open(organization.owner.key, { lastEventId: id });
    expect(await again.next()).toMatchObject({ event: "suite.created" });
    again.close();
  });

  it("sends the types and the project that are asked for, and no others", async () => {
    const other = await makeProject(testApp, organization);
    const query = `?projectId=${projectId}&types=suite.created,suite.deleted`;
    const stream = await open(organization.owner.key, { query });
    await makeSuite(named(), other);
    await makeProject(testApp, organization);
    await makeSuite(named());
    expect(await stream.next()).toMatchObject({ event: "suite.created", data: { projectId } });
    stream.close();
    const unknown = { key: organization.owner.key, path: "/api/events?types=suite.made" };
    expect(await request(testApp, { method: "GET", ...unknown })).toMatchObject({ status: 400 });
  });

  it("sends no event that the caller may not read", async () => {
    const member = await makeMember(testApp, organization, "viewer");
    const hidden = await makeProject(testApp, organization);
    const { id } = organization;
    const place = { projectId: hidden, userId: member.userId, role: "none" } as const;
    await callAsOperator(testApp, "eu", id, "setProjectRole", place);
    const grants = [{ permission: "tests:read", projectId }] as const;
    const scoped = await makeKey(testApp, organization, organization.owner.userId, grants);
    const streams = [await open(member.key), await open(scoped)];
    await makeKey(testApp, organization, member.userId);
    await makeSuite(named(), hidden);
    await makeSuite(named());
    for (const stream of streams) {
      expect(await stream.next()).toMatchObject({ event: "suite.created", data: { projectId } });
      stream.close();
    }
    const path = `/api/events?projectId=${hidden}`;
    expect(await request(testApp, { method: "GET", path, key: member.key })).toMatchObject({
      status: 404,
    });
  });

  it.each([
    ["of another epoch", () => `${crypto.randomUUID()}.1`],
    ["that is none", () => "yesterday"],
    ["that is still to come", (id: string) => `${id}000`],
  ])("answers reset to an id %s", async (_, make) => {
    const before = await open(organization.owner.key);
    before.close();
    const stream = await open(organization.owner.key, { lastEventId: make(before.lastId) });
    expect(await stream.next()).toEqual({ id: before.lastId, event: "reset", data: {} });
    await makeSuite(named());
    expect(await stream.next()).toMatchObject({ event: "suite.created" });
    stream.close();
  });

  it("answers reset to an id whose next event is no longer kept", async () => {
    const own = await makeOrganization(testApp);
    await makeProject(testApp, own);
    const { lastId, close } = await open(own.owner.key);
    close();
    await makeProject(testApp, own);
    const db = await testApp.cells.eu.platform.database();
    const kept = await open(own.owner.key, { lastEventId: lastId });
    expect(await kept.next()).toMatchObject({ event: "project.created" });
    kept.close();
    await sql`delete from event where organization_id = ${own.id}`.execute(db);
    const stream = await open(own.owner.key, { lastEventId: lastId });
    expect(await stream.next()).toMatchObject({ event: "reset" });
    stream.close();
  });

  it("is five times open for a user at most", async () => {
    const own = await makeOrganization(testApp);
    const streams = [];
    for (let count = 0; count < 5; count += 1) streams.push(await open(own.owner.key));
    const another = await makeKey(testApp, own, own.owner.userId);
    const refused = await request(testApp, { method: "GET", path: "/api/events", key: another });
    expect(refused).toMatchObject({ status: 429, body: { code: "TOO_MANY_STREAMS" } });
    streams[0]?.close();
    const reopen = async () => (await open(another).catch(() => null))?.status;
    await expect.poll(reopen).toBe(200);
    for (const stream of streams) stream.close();
  });

  it("ends when the key is revoked", async () => {
    const member = await makeMember(testApp, organization, "viewer");
    const stream = await open(member.key);
    const { id } = organization;
    await callAsOperator(testApp, "eu", id, "removeMember", { userId: member.userId });
    await expect.poll(() => stream.isEnded, { timeout: 12_000 }).toBe(true);
    expect((await open(member.key)).status).toBe(401);
  });

  it("sends nothing of another organization, nor from where its reader was", async () => {
    const other = await makeOrganization(testApp);
    const theirs = await open(other.owner.key);
    const stream = await open(organization.owner.key, { lastEventId: theirs.lastId });
    expect(await stream.next()).toMatchObject({ event: "reset" });
    const theirProject = await makeProject(testApp, other);
    await makeSuite(named());
    expect(await stream.next()).toMatchObject({ event: "suite.created", data: { projectId } });
    expect(await theirs.next()).toMatchObject({ data: { subject: { id: theirProject } } });
    for (const each of [stream, theirs]) each.close();
    const path = `/api/events?projectId=${theirProject}`;
    const key = organization.owner.key;
    expect(await request(testApp, { method: "GET", path, key })).toMatchObject({ status: 404 });
  });

  it("sends nothing of a project that its caller can no longer see, and goes on", async () => {
    const member = await makeMember(testApp, organization, "viewer");
    const closing = await makeProject(testApp, organization);
    const stream = await open(member.key);
    await makeSuite(named(), closing);
    expect(await stream.next()).toMatchObject({ data: { projectId: closing } });
    const place = { projectId: closing, userId: member.userId, role: "none" } as const;
    await callAsOperator(testApp, "eu", organization.id, "setProjectRole", place);
    // The caller is revalidated every five seconds.
    await sleep(6000);
    await makeSuite(named(), closing);
    await makeSuite(named());
    let next = await stream.next();
    // The change itself, if it was sent before the caller was revalidated.
    if (next.event === "member.project_role_changed") next = await stream.next();
    expect(next).toMatchObject({ event: "suite.created", data: { projectId } });
    expect(stream.isEnded).toBe(false);
    stream.close();
  });

  it("ends when the server stops its work, and lets it close", async () => {
    const own = await buildTestApp({ name: "stream_stop" });
    try {
      const from = await own.app.listen({ port: 0, host: "127.0.0.1" });
      const { owner } = await makeOrganization(own);
      const stream = await openStream(from, owner.key);
      await own.cells.eu.stopWork();
      await stream.ended;
    } finally {
      await own.close();
    }
  });
});
