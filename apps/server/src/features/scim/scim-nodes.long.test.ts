import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAsOperator } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { makeScimClient, scimHeaders, type ScimClient } from "../../testing/scim-client.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { makeSharedDatabase } from "../../testing/test-database.ts";

// 20 providers change 50 groups at the same time on two nodes. Each provider has its own members in the
// shared groups, and each of the last groups has one provider, which also replaces and empties it: the
// end does not depend on the order between providers, and a serial model can compute it.

const location = await makeSharedDatabase("scim_nodes");
const changes = Number(process.env["LINTEL_TEST_CALLS"] ?? (location === null ? 600 : 10_000));
const clientCount = 20;
const sharedGroups = 40;
const ownGroups = 10;
const usersEach = 3;

/** Mulberry32: the same values in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface Change {
  readonly operations: readonly object[];
  apply(members: Set<string>): void;
}

const toValues = (ids: readonly string[]) => ids.map((value) => ({ $ref: null, value }));

/** Changes as Okta and Entra ID send them. */
const shapes: readonly ((ids: readonly string[]) => Change)[] = [
  (ids) => ({
    operations: [{ op: "Add", path: "members", value: toValues(ids) }],
    apply: (members) => ids.forEach((id) => members.add(id)),
  }),
  (ids) => ({
    operations: [{ op: "Remove", path: "members", value: toValues(ids) }],
    apply: (members) => ids.forEach((id) => members.delete(id)),
  }),
  ([id = ""]) => ({
    operations: [{ op: "remove", path: `members[value eq "${id}"]` }],
    apply: (members) => void members.delete(id),
  }),
  ([id = "", ...others]) => ({
    operations: [
      { op: "remove", path: `members[value eq "${id}"]` },
      { op: "add", path: "members", value: toValues(others) },
    ],
    apply(members) {
      members.delete(id);
      for (const other of others) members.add(other);
    },
  }),
];

const wholeShapes: readonly ((ids: readonly string[]) => Change)[] = [
  (ids) => ({
    operations: [{ op: "replace", path: "members", value: toValues(ids) }],
    apply(members) {
      members.clear();
      for (const id of ids) members.add(id);
    },
  }),
  () => ({
    operations: [{ op: "remove", path: "members" }],
    apply: (members) => members.clear(),
  }),
];

describe("10,000 changes of 50 groups by 20 providers on two nodes", () => {
  const nodes: TestApp[] = [];
  let client: ScimClient;
  const users: string[] = [];
  const groups: string[] = [];

  function nodeAt(at: number): TestApp {
    const node = nodes[at % nodes.length];
    if (node === undefined) throw new Error("There is no node.");
    return node;
  }

  beforeAll(async () => {
    for (const name of location === null ? ["scim_first"] : ["scim_first", "scim_second"])
      nodes.push(
        await buildTestApp({ name, ...(location === null ? {} : { sharedLocation: location }) }),
      );
    client = await makeScimClient(nodeAt(0));
    for (let at = 0; at < clientCount * usersEach; at += 1)
      users.push(await client.makeUser(`user-${at}@example.com`));
    for (let at = 0; at < sharedGroups + ownGroups; at += 1)
      groups.push(await client.makeGroup(`Group ${at}`));
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
  });

  async function change(provider: number, model: Map<string, Set<string>>): Promise<void> {
    const random = createRandom(provider + 1);
    const own = users.slice(provider * usersEach, (provider + 1) * usersEach);
    for (let at = 0; at < changes / clientCount; at += 1) {
      const isOwn = provider < ownGroups && random(5) === 0;
      const group = groups[isOwn ? sharedGroups + provider : random(sharedGroups)] ?? "";
      const choices = isOwn ? [...shapes, ...wholeShapes] : shapes;
      const ids = (isOwn ? users : own).filter(() => random(2) === 0);
      const shape = choices[random(choices.length)];
      const { operations, apply } = shape?.(ids.length === 0 ? own : ids) ?? {
        operations: [],
        apply() {},
      };
      const answer = await request(nodeAt(provider + at), {
        method: "PATCH",
        path: `${client.base}/Groups/${group}`,
        headers: scimHeaders(client.token),
        body: { Operations: operations },
      });
      expect([answer.status, answer.text]).toEqual([204, ""]);
      const members = model.get(group) ?? new Set();
      apply(members);
      model.set(group, members);
    }
  }

  it("end as a serial model does, and the audit chain is whole", async () => {
    const models = Array.from({ length: clientCount }, () => new Map<string, Set<string>>());
    await Promise.all(models.map((model, provider) => change(provider, model)));
    for (const group of groups) {
      const expected = models.flatMap((model) => [...(model.get(group) ?? [])]).sort();
      const { body } = await client.send("GET", `/Groups/${group}`);
      const members = body["members"] as unknown as { value: string }[];
      expect(members.map(({ value }) => value).sort()).toEqual(expected);
    }
    const { id, region } = client.organization;
    const verified = await callAsOperator(nodeAt(0), region, id, "verifyAuditLog", {});
    expect(verified).toMatchObject({ isIntact: true, firstFault: null });
    expect(verified.entries).toBeGreaterThan(changes / 10);
  });
});
