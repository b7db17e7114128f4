import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectRole } from "@lintel/contract/words/permissions";
import {
  callAsOperator,
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, useTestApp, type TestApp } from "../../testing/test-app.ts";
import { makeSharedDatabase } from "../../testing/test-database.ts";
import { systemClock } from "../clock.ts";

const turns = 15;
const callersAtOnce = 6;

interface Seen {
  /** Status and code of the answers to calls that began before the change was acknowledged. */
  readonly before: readonly string[];
  /** Of those that began later. */
  readonly after: readonly string[];
}

/** Calls without a pause from all nodes during a change; sorts the answers by when their call began. */
async function hammer(
  nodes: readonly TestApp[],
  wanted: { path: string; key: string },
  change: () => Promise<unknown>,
): Promise<Seen> {
  const before: string[] = [];
  const after: string[] = [];
  const enough = callersAtOnce * 2;
  let isChanged = false;
  const ending = new AbortController();
  const loops = Array.from({ length: callersAtOnce }, async (_, at) => {
    const node = nodes[at % nodes.length] as TestApp;
    while (!ending.signal.aborted) {
      const seen = isChanged ? after : before;
      const answer = await request(node, { method: "GET", ...wanted });
      seen.push(`${answer.status} ${String(answer.body["code"] ?? "")}`.trim());
      // The embedded engine answers without leaving this turn of the event loop.
      await nextTurn();
    }
  });
  try {
    await waitUntil(() => before.length >= enough);
    await change();
    isChanged = true;
    await waitUntil(() => after.length >= enough);
  } finally {
    ending.abort();
    await Promise.all(loops);
  }
  return { before, after };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

async function waitUntil(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error("The callers came to a halt.");
    await nextTurn();
  }
}

function describeStaleness(openNodes: () => Promise<TestApp[] | null>) {
  let nodes: TestApp[] | null;
  let first: TestApp;
  let organization: MadeOrganization;

  beforeAll(async () => {
    nodes = await openNodes();
    if (nodes === null) return;
    first = nodes[0] as TestApp;
    organization = await makeOrganization(first);
  });

  const environments = (projectId: string) => `/api/cli/environments?projectId=${projectId}`;
  const operate = ((name, fields) =>
    callAsOperator(first, "eu", organization.id, name, fields)) as <
    Name extends Parameters<typeof callAsOperator>[3],
  >(
    name: Name,
    fields: Parameters<typeof callAsOperator<Name>>[4],
  ) => ReturnType<typeof callAsOperator<Name>>;

  /** Changes something `turns` times; no call that begins after a change may be answered as before. */
  async function expectAfter(
    outcome: string,
    prepare: () => Promise<{ path: string; key: string; change: () => Promise<unknown> }>,
  ): Promise<void> {
    if (nodes === null) return;
    for (let turn = 0; turn < turns; turn += 1) {
      const { change, ...wanted } = await prepare();
      const { before, after } = await hammer(nodes, wanted, change);
      expect(before.length).toBeGreaterThanOrEqual(callersAtOnce * 2);
      expect(before.every((seen) => seen === "200" || seen === outcome)).toBe(true);
      expect(new Set(after)).toEqual(new Set([outcome]));
    }
  }

  it("a key that was revoked", async () => {
    const projectId = await makeProject(first, organization);
    await expectAfter("401 API_KEY_REVOKED", async () => {
      const { userId } = organization.owner;
      const made = await operate("createApiKey", { name: "short", userId });
      return {
        path: environments(projectId),
        key: made.key,
        change: () => operate("revokeApiKey", { id: made.id }),
      };
    });
  });

  it("a member who was removed", async () => {
    const projectId = await makeProject(first, organization);
    await expectAfter("401 API_KEY_REVOKED", async () => {
      const { userId, key } = await makeMember(first, organization, "member");
      return {
        path: environments(projectId),
        key,
        change: () => operate("removeMember", { userId }),
      };
    });
  });

  it("a role that was taken away, and one that was given back", async () => {
    const projectId = await makeProject(first, organization);
    const { userId, key } = await makeMember(first, organization, "member");
    const path = environments(projectId);
    const setRole = (role: ProjectRole) => operate("setProjectRole", { projectId, userId, role });
    await expectAfter("404 NOT_FOUND", async () => {
      await setRole("viewer");
      expect((await request(first, { method: "GET", path, key })).status).toBe(200);
      return { path, key, change: () => setRole("none") };
    });
  });

  it("a key that may do less", async () => {
    const projectId = await makeProject(first, organization);
    const { userId } = organization.owner;
    await expectAfter("403 API_KEY_SCOPE_DENIED", async () => {
      const key = await makeKey(first, organization, userId, [
        { permission: "tests:read", projectId: null },
      ]);
      const { items } = await operate("listApiKeys", { userId, take: 1 });
      const { id = "", rowVersion = "" } = items[0] ?? {};
      const permissions = [{ permission: "docs:read" as const, projectId: null }];
      return {
        path: environments(projectId),
        key,
        change: () => operate("updateApiKey", { id, rowVersion, permissions }),
      };
    });
  });

  it("a project that was deleted", async () => {
    await expectAfter("404 NOT_FOUND", async () => {
      const projectId = await makeProject(first, organization);
      return {
        path: environments(projectId),
        key: organization.owner.key,
        change: () => operate("deleteProject", { projectId }),
      };
    });
  });

  it("names that were changed", async () => {
    if (nodes === null) return;
    const db = await first.cells.eu.platform.database();
    const { key, userId } = organization.owner;
    for (let turn = 0; turn < turns; turn += 1) {
      for (const node of nodes) await request(node, { method: "GET", path: "/api/me", key });
      const name = `Name ${turn}`;
      await sql`update organization set name = ${name} where id = ${organization.id}`.execute(db);
      await sql`update user_account set name = ${name} where id = ${userId}`.execute(db);
      await sql`update api_key set name = ${name} where user_id = ${userId}`.execute(db);
      for (const node of nodes) {
        const { body } = await request(node, { method: "GET", path: "/api/me", key });
        expect(body).toMatchObject({ organization: { name }, user: { name }, key: { name } });
      }
    }
  });
}

describe("no call that begins after the change is answered from memory, on one node, for", () => {
  describeStaleness(async () => [await useTestApp()]);
});

describe("no call that begins after the change is answered from memory, on two nodes, for", () => {
  const opened: TestApp[] = [];

  describeStaleness(async () => {
    const sharedLocation = await makeSharedDatabase("staleness");
    if (sharedLocation === null) return null;
    opened.push(await buildTestApp({ name: "node_a", sharedLocation }));
    opened.push(await buildTestApp({ name: "node_b", sharedLocation }));
    return opened;
  });

  afterAll(() => Promise.all(opened.map((node) => node.close())));
});

describe("a key that expires", () => {
  it("is refused from that instant on, though nothing was written", async () => {
    let now = Date.now();
    const clock = { ...systemClock, now: () => new Date(now) };
    const testApp = await buildTestApp({ name: "expiring", clock });
    try {
      const { id, owner } = await makeOrganization(testApp);
      const { key } = owner;
      const db = await testApp.cells.eu.platform.database();
      const expiresAt = new Date(now + 3_600_000);
      await db.updateTable("apiKey").set({ expiresAt }).where("organizationId", "=", id).execute();
      const call = async () =>
        (await request(testApp, { method: "GET", path: "/api/me", key })).status;
      expect([await call(), await call()]).toEqual([200, 200]);
      now += 3_599_999;
      expect(await call()).toBe(200);
      now += 1;
      expect(await call()).toBe(401);
      expect(await call()).toBe(401);
    } finally {
      await testApp.close();
    }
  });
});
