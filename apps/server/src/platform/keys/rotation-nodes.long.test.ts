import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKeyKeeper } from "../../key-keeper.ts";
import { makeOrganization, makeProject, type MadeOrganization } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { makeSharedDatabase } from "../../testing/test-database.ts";
import { verifyAudit } from "../audit/verify-audit.ts";
import { deriveKey, fingerprintKey, type MasterKey } from "../crypto/master-key.ts";
import { tryToOpen } from "../crypto/seal.ts";
import type { DatabaseLocation } from "../database/open-database.ts";
import { createMasterKeys } from "./master-keys.ts";

const oldKey = Buffer.alloc(32, "old");
const newKey = Buffer.alloc(32, "new");
const writers = 4;

let location: DatabaseLocation | null = null;
const nodes: TestApp[] = [];
let organization: MadeOrganization;
let projectId: string;

beforeAll(async () => {
  location = await makeSharedDatabase("rotation_nodes");
  if (location === null) return;
  const first = await startNode("before", [oldKey]);
  organization = await makeOrganization(first);
  projectId = await makeProject(first, organization);
});

afterAll(async () => {
  for (const node of nodes) await node.close();
});

async function startNode(name: string, keys: [MasterKey, ...MasterKey[]]): Promise<TestApp> {
  const node = await buildTestApp({
    name,
    masterKeys: createMasterKeys(keys, "LINTEL_MASTER_KEY"),
    ...(location === null ? {} : { sharedLocation: location }),
  });
  await node.cells.eu.open();
  nodes.push(node);
  return node;
}

/** Stores an environment with a secret; its id, or null where the node refused. */
async function storeSecret(node: TestApp, name: string): Promise<string | null> {
  const { status, body } = await request(node, {
    method: "POST",
    path: `/api/projects/${projectId}/environments`,
    key: organization.owner.key,
    body: {
      name,
      baseUrl: "http://a.example",
      variables: [{ name: "s", value: name, isSecret: true }],
    },
  });
  return status === 201 ? String(body["id"]) : null;
}

describe("a rotation with many nodes", () => {
  it("loses no write, and leaves nothing under the key of before", async ({ skip }) => {
    if (location === null) {
      skip();
      return;
    }
    const [one, two] = [
      await startNode("one", [newKey, oldKey]),
      await startNode("two", [newKey, oldKey]),
    ];
    const stopping = new AbortController();
    const stored: (string | null)[] = [];
    const writing = Array.from({ length: writers }, async (_, writer) => {
      for (let at = 0; !stopping.signal.aborted; at += 1)
        stored.push(await storeSecret(at % 2 === 0 ? one : two, `${writer}-${at}`));
    });
    await expect.poll(() => stored.length).toBeGreaterThan(writers * 4);
    const report = await createKeyKeeper(
      [one.cells.eu],
      createMasterKeys([newKey, oldKey], "x"),
    ).rotate("tester", true);
    expect(report.regions).toMatchObject([{ state: "settled", active: fingerprintKey(newKey) }]);
    const during = stored.length;
    await expect.poll(() => stored.length).toBeGreaterThan(during + writers * 4);
    stopping.abort();
    await Promise.all(writing);
    expect(stored).not.toContain(null);
    await expectAllUnder(newKey, stored.length);
  });

  it("is not undone by a node that was not given the new key: its writes are refused", async ({
    skip,
  }) => {
    const [before] = nodes;
    if (location === null || before === undefined) {
      skip();
      return;
    }
    expect(await storeSecret(before, "late")).toBeNull();
    expect(before.logged.join("")).toContain("Bring back the key that was there before");
    await expectAllUnder(newKey, null);
    const ready = await request(before, { method: "GET", path: "/readyz" });
    expect([ready.status, ready.body["regions"]]).toMatchObject([503, { eu: "masterKeyMissing" }]);
  });
});

async function expectAllUnder(key: MasterKey, count: number | null): Promise<void> {
  const { platform } = nodes.at(-1)?.cells.eu ?? {};
  if (platform === undefined) throw new Error("There is no node.");
  const db = await platform.database();
  const rows = await db.selectFrom("environment").select(["id", "variables"]).execute();
  if (count !== null) expect(rows).toHaveLength(count);
  const sealKey = deriveKey(key, "seal");
  const left = rows.filter(
    ({ id, variables }) =>
      tryToOpen(sealKey, variables[0]?.sealed ?? "", `environment:${id}:s`) === null,
  );
  expect(left).toEqual([]);
  const verdict = await verifyAudit(db, await platform.keys.epochs(db), organization.id, null);
  expect(verdict).toMatchObject({ isIntact: true });
}
