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

interface Message {
  readonly id?: string;
  readonly event?: string;
  readonly data?: Record<string, unknown>;
  readonly comment?: string;
}

interface Opened {
  readonly status: number;
  /** The next message that is an event. */
  next(): Promise<Message>;
  /** The id that a reader would send after a break. */
  readonly lastId: string;
  readonly isEnded: boolean;
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens a stream as a reader does, and waits until it has begun. */
async function open(
  key: string,
  {
    query = "",
    lastEventId,
    from = address,
  }: { query?: string; lastEventId?: string; from?: string } = {},
): Promise<Opened> {
  const abort = new AbortController();
  const headers = {
    "x-api-key": key,
    ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
  };
  const response = await fetch(`${from}/api/events${query}`, { headers, signal: abort.signal });
  const messages: Message[] = [];
  const state = { lastId: "", isEnded: false };
  const read = async (): Promise<void> => {
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString();
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const message = parse(block);
        state.lastId = message.id ?? state.lastId;
        if (message.event !== undefined) messages.push(message);
      }
    }
  };
  const ended = read()
    .catch(() => {})
    .finally(() => (state.isEnded = true));
  if (response.status === 200) await expect.poll(() => state.lastId).not.toBe("");
  return {
    status: response.status,
    async next() {
      await expect.poll(() => messages.length, { timeout: 8000 }).toBeGreaterThan(0);
      return messages.shift() ?? {};
    },
    get lastId() {
      return state.lastId;
    },
    get isEnded() {
      return state.isEnded;
    },
    ended,
    close: () => abort.abort(),
  };
}

function parse(block: string): Message {
  const fields = new Map(
    block.split("\n").map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
  const data = fields.get("data");
  return {
    ...(fields.has("id") ? { id: fields.get("id") ?? "" } : {}),
    ...(fields.has("event") ? { event: fields.get("event") ?? "" } : {}),
    ...(data === undefined ? {} : { data: JSON.parse(data) as Record<string, unknown> }),
  };
}

async function makeSuite(name: string, inProject = projectId): Promise<void> {
  const answer = await request(testApp, {
    method: "POST",
    path: `/api/projects/${inProject}/suites`,
    key: organization.owner.key,
    body: { name },
  });
  expect(answer.status, answer.text).toBe(201);
}

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

  it("ends when the server stops its work, and lets it close", async () => {
    const own = await buildTestApp({ name: "stream_stop" });
    try {
      const from = await own.app.listen({ port: 0, host: "127.0.0.1" });
      const { owner } = await makeOrganization(own);
      const stream = await open(owner.key, { from });
      await own.cells.eu.stopWork();
      await stream.ended;
    } finally {
      await own.close();
    }
  });
});
