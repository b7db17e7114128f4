import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKeyKeeper } from "../../key-keeper.ts";
import { makeOrganization, makeProject, type MadeOrganization } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { instanceChain } from "../audit/audit-log.ts";
import { verifyAudit } from "../audit/verify-audit.ts";
import { deriveKey, fingerprintKey, type MasterKey } from "../crypto/master-key.ts";
import { tryToOpen } from "../crypto/seal.ts";
import type { Database } from "../database/open-database.ts";
import { sealedScanProfiles } from "../../features/security/scan-profile.sealed.ts";
import { sealedEnvironments } from "../../features/environments/environment.sealed.ts";
import { sealedRunWork } from "../../features/runs/run-work.sealed.ts";
import { beginRotation, continueRotation } from "./rotation.ts";
import { createMasterKeys, type MasterKeys } from "./master-keys.ts";
import { createRegionKeys } from "./region-keys.ts";

const oldKey = Buffer.alloc(32, "old");
const newKey = Buffer.alloc(32, "new");
const [oldPrint, newPrint] = [fingerprintKey(oldKey), fingerprintKey(newKey)];

let testApp: TestApp;
let masterKeys: MasterKeys;
let organization: MadeOrganization;
let projectId: string;
let environmentId: string;
let db: Database;

const send = (method: "POST" | "PUT" | "GET", path: string, body?: object) =>
  request(testApp, {
    method,
    path: `/api/projects/${projectId}${path}`,
    key: organization.owner.key,
    ...(body === undefined ? {} : { body }),
  });

beforeAll(async () => {
  masterKeys = createMasterKeys([oldKey], "the test", { make: () => newKey, keep: async () => {} });
  // Runs wait, so that their sealed work is stored.
  const mail = { url: "smtp://127.0.0.1:1", from: "Lintel <lintel@example.com>" };
  testApp = await buildTestApp({ name: "rotation", masterKeys, takesJobs: false, mail });
  organization = await makeOrganization(testApp);
  projectId = await makeProject(testApp, organization);
  db = await testApp.cells.eu.platform.database();
  environmentId = await storeSecretsAndRun();
});

afterAll(() => testApp.close());

async function storeSecretsAndRun(): Promise<string> {
  const variables = [
    { name: "token", value: "first secret", isSecret: true },
    { name: "plain", value: 1 },
  ];
  const made = await send("POST", "/environments", {
    name: "e",
    baseUrl: "http://a.example",
    variables,
  });
  const yaml = "name: S\ncases:\n  - { name: c, request: { method: GET, url: /x } }\n";
  const suite = await send("POST", "/suites/import", { yaml });
  const started = await request(testApp, {
    method: "POST",
    path: "/api/cli/run",
    key: organization.owner.key,
    body: {
      projectId,
      suiteId: suite.body["id"],
      environmentId: made.body["id"],
      progressRunId: crypto.randomUUID(),
    },
  });
  expect(started.status, started.text).toBeLessThan(300);
  const profile = await send("POST", "/security/scan-profiles", {
    name: "Nightly",
    environmentId: made.body["id"],
    documentUrl: "https://api.example.com/openapi.json",
    identities: [{ name: "alice", auth: { type: "bearer", token: "of alice" } }],
  });
  expect(profile.status, profile.text).toBe(201);
  const invitation = { email: "ada@example.com", role: "member" };
  const invited = await request(testApp, {
    method: "POST",
    path: "/api/invitations",
    key: organization.owner.key,
    body: invitation,
  });
  expect(invited.status, invited.text).toBe(201);
  return String(made.body["id"]);
}

/** Every sealed text of the database, wherever it is. */
async function findSealed(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select variables::text as text from environment union all select sealed from test_run_work
    union all select identities::text from scan_profile
    union all select data::text from jobs.job where name = 'mail'`.execute(db);
  return rows.flatMap(({ text }) => text.match(/1\.[\w-]{16}\.[\w-]{22}\.[\w-]+/g) ?? []);
}

/** The environment's secret, opened with one key alone; null where that does not open it. */
async function readSecret(key: MasterKey): Promise<string | null> {
  const { variables } = await db
    .selectFrom("environment")
    .select("variables")
    .where("id", "=", environmentId)
    .executeTakeFirstOrThrow();
  const sealed = variables.find(({ name }) => name === "token")?.sealed ?? "";
  return tryToOpen(deriveKey(key, "seal"), sealed, `environment:${environmentId}:token`);
}

describe("a rotation of the master key", () => {
  it("begins with a key that the region is used with", async () => {
    expect(testApp.cells.eu.platform.keys.records()).toMatchObject([
      { fingerprint: oldPrint, state: "active" },
    ]);
    expect(await findSealed()).toHaveLength(4);
    expect(await readSecret(oldKey)).toBe('"first secret"');
  });

  it("moves every secret and every chain to the new key, and retires the previous key", async () => {
    const before = await findSealed();
    const keeper = createKeyKeeper([testApp.cells.eu], masterKeys);
    const report = await keeper.rotate("tester", true);
    expect(report).toMatchObject({
      keys: [
        { fingerprint: newPrint, isNeeded: true },
        { fingerprint: oldPrint, isNeeded: false },
      ],
      regions: [{ region: "eu", active: newPrint, state: "settled" }],
    });
    const after = await findSealed();
    expect(after).toHaveLength(before.length);
    expect(after.filter((text) => before.includes(text))).toEqual([]);
    expect(await readSecret(newKey)).toBe('"first secret"');
    expect(await readSecret(oldKey)).toBeNull();
    const heads = await db.selectFrom("auditHead").select("keyFingerprint").distinct().execute();
    expect(heads).toEqual([{ keyFingerprint: newPrint }]);
  });

  it("is in the audit log, which is verified without the previous key", async () => {
    const alone = createRegionKeys("eu", createMasterKeys([newKey], "alone"), () => new Date());
    const epochs = await alone.epochs(db);
    expect(epochs).toHaveLength(2);
    for (const chain of [organization.id, instanceChain])
      expect(await verifyAudit(db, epochs, chain, null)).toMatchObject({ isIntact: true });
    const events = await db
      .selectFrom("auditEntry")
      .select("event")
      .where("event", "like", "master_key.%")
      .orderBy("sequence")
      .execute();
    expect(new Set(events.map(({ event }) => event))).toEqual(
      new Set([
        "master_key.rotation_started",
        "master_key.rotated",
        "master_key.rotation_finished",
      ]),
    );
  });

  it("prevents that a chain continues under the previous key", async () => {
    const cut = new Error("undone");
    const { platform } = testApp.cells.eu;
    await db
      .transaction()
      .execute(async (trx) => {
        await sql`alter table audit_entry disable trigger audit_entry_append_only`.execute(trx);
        await sql`delete from audit_entry where organization_id = ${organization.id} and event = 'master_key.rotated'`.execute(
          trx,
        );
        await sql`update audit_head as head set (sequence, hash) = (select sequence, hash from audit_entry e
          where e.organization_id = head.organization_id order by sequence desc limit 1)
          where organization_id = ${organization.id}`.execute(trx);
        const verdict = await verifyAudit(
          trx,
          await platform.keys.epochs(trx),
          organization.id,
          null,
        );
        expect(verdict).toMatchObject({ isIntact: false, firstFault: { reason: "truncated" } });
        throw cut;
      })
      .catch((error: unknown) => {
        if (error !== cut) throw error;
      });
  });

  it("leaves a run that waits its repeat: the same request is no conflict", async () => {
    const run = await db.selectFrom("testRun").select(["id", "suiteId"]).executeTakeFirstOrThrow();
    const body = { projectId, suiteId: run.suiteId, environmentId, progressRunId: run.id };
    const again = await request(testApp, {
      method: "POST",
      path: "/api/cli/run",
      key: organization.owner.key,
      body,
    });
    expect(again.status, again.text).toBeLessThan(300);
  });

  it("may follow another one, and keeps the log verifiable from its beginning", async () => {
    const third = Buffer.alloc(32, "third");
    const all = createMasterKeys([third, newKey], "the test");
    const keys = createRegionKeys("eu", all, () => new Date());
    await keys.reload(db);
    const { platform } = testApp.cells.eu;
    const rotated = {
      ...platform,
      keys,
      sealed: [sealedEnvironments, sealedRunWork, sealedScanProfiles],
    };
    await beginRotation(db, rotated, third, "tester");
    await expect(beginRotation(db, rotated, newKey, "tester")).rejects.toThrow("under way");
    expect(await continueRotation(db, rotated, new AbortController().signal)).toBe(true);
    const alone = createRegionKeys("eu", createMasterKeys([third], "alone"), () => new Date());
    const epochs = await alone.epochs(db);
    expect(epochs.map(({ isRetired }) => isRetired)).toEqual([true, true, false]);
    expect(await verifyAudit(db, epochs, organization.id, null)).toMatchObject({ isIntact: true });
    await expect(beginRotation(db, rotated, newKey, "tester")).rejects.toThrow("never used again");
  });

  it("refuses a process that does not have the key in use", async () => {
    const wrong = createRegionKeys(
      "eu",
      createMasterKeys([oldKey], "LINTEL_MASTER_KEY"),
      () => new Date(),
    );
    await expect(wrong.reload(db)).rejects.toThrow("Bring back the key that was there before");
  });
});
