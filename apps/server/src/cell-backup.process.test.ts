import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backUpRegion, restoreRegion, type BackupPlace } from "./cell-backup.ts";
import { sealedEnvironments } from "./features/environments/environment.sealed.ts";
import { sealedScanProfiles } from "./features/security/scan-profile.sealed.ts";
import { sealedRunWork } from "./features/runs/run-work.sealed.ts";
import { instanceChain } from "./platform/audit/audit-log.ts";
import { verifyAudit } from "./platform/audit/verify-audit.ts";
import { createMasterKeys } from "./platform/keys/master-keys.ts";
import { createRegionKeys } from "./platform/keys/region-keys.ts";
import { readBackup } from "./platform/backup/read-backup.ts";
import { systemClock } from "./platform/clock.ts";
import {
  openDatabase,
  type Database,
  type DatabaseLocation,
  type OpenDatabase,
} from "./platform/database/open-database.ts";
import {
  makeMember,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "./testing/factories.ts";
import { request } from "./testing/request.ts";
import { buildTestApp, type TestApp } from "./testing/test-app.ts";

const serverUrl =
  process.env["LINTEL_TEST_DATABASE"] ?? "postgres://postgres@127.0.0.1:5432/postgres";
const masterKey = Buffer.alloc(32, "eu");

let testApp: TestApp;
let folder: string;
let organization: MadeOrganization;
let file: string;

beforeAll(async () => {
  testApp = await buildTestApp({ name: "backup" });
  folder = await mkdtemp(path.join(tmpdir(), "lintel-backup-"));
  organization = await makeOrganization(testApp);
  await fill(organization);
  file = path.join(folder, "eu.backup");
  await backUpRegion(await sourcePlace(), await openSource(), file, "tester");
});

afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

const ownBackup = { dropsSecrets: false, isUnauthenticated: false };

/** The place of the region that is backed up, with the keys of its own database. */
async function sourcePlace(): Promise<BackupPlace> {
  const { keys } = testApp.cells.eu.platform;
  await openSource();
  return { ...placeOf(embedded()), keys };
}

const openSource = (): Promise<OpenDatabase> => testApp.cells.eu.open();

function placeOf(location: DatabaseLocation, key: Uint8Array = masterKey): BackupPlace {
  const masterKeys = createMasterKeys([key], "the test");
  const keys = createRegionKeys("eu", masterKeys, () => systemClock.now());
  const sealed = [sealedEnvironments, sealedRunWork, sealedScanProfiles];
  return { region: "eu", location, masterKeys, keys, clock: systemClock, sealed };
}

/** Rows of every kind that is awkward to carry: nulls, quotes, JSON in its own order, secrets. */
async function fill(made: MadeOrganization): Promise<void> {
  await makeMember(testApp, made, "viewer");
  const projectId = await makeProject(
    testApp,
    made,
    `It's "quoted" \\ {and} braced, NULL\n…`.replaceAll("\n", " "),
  );
  const send = (resource: string, body: object) =>
    request(testApp, {
      method: "POST",
      path: `/api/projects/${projectId}/${resource}`,
      key: made.owner.key,
      body,
    });
  await send("environments", {
    name: "e",
    baseUrl: "http://a.example",
    variables: [
      { name: "s", value: "hidden", isSecret: true },
      { name: "p", value: { b: 1, a: [null, "\\N", "{}"] } },
    ],
  });
  const yaml =
    'name: S\ncases:\n  - { name: c, request: { method: POST, url: "http://127.0.0.1:1/", body: { type: json, value: { z: 1, a: "\\u0000" } } } }\n';
  await send("suites/import", { yaml });
  await fillDocs(made, projectId);
}

/** Bytes of every value, more than are fetched at once, and an SVG, which has two forms. */
async function fillDocs(made: MadeOrganization, projectId: string): Promise<void> {
  const send = (path: string, body: object) =>
    request(testApp, {
      method: "POST",
      path: `/api/projects/${projectId}/docs${path}`,
      key: made.owner.key,
      body,
    });
  const { body: docs } = await send("", { name: "Guide" });
  const assets = `/${String(docs["id"])}/versions/${String(docs["versions"]?.[0]?.["id"])}/assets`;
  const pdf = (size: number) =>
    Buffer.concat([
      Buffer.from("%PDF-1.7\n"),
      Buffer.from(Uint8Array.from({ length: size }, (_, at) => at & 255)),
    ]);
  const files = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'),
    pdf(256),
    pdf(5_000_000),
    pdf(5_000_001),
  ];
  for (const [at, bytes] of files.entries()) {
    const contentBase64 = bytes.toString("base64");
    const { status, text } = await send(assets, { path: `files/${at}`, contentBase64 });
    expect(status, text).toBe(201);
  }
}

const nameOf = (column: string | { readonly name: string }) =>
  typeof column === "string" ? column : column.name;

/** Every row of a backup by its table, except the installation's own chain, which continues. */
async function readRows(backup: string): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>();
  let table = "";
  let epochAt = -1;
  for await (const line of readBackup(backup)) {
    if (Array.isArray(line)) {
      // A restore begins another epoch of events.
      const kept = line.filter((_, at) => at !== epochAt);
      if (line[0] !== instanceChain) rows.get(table)?.push(JSON.stringify(kept));
    } else if ("columns" in line) {
      table = line.name;
      epochAt = line.columns.findIndex((column) => nameOf(column) === "event_epoch");
      rows.set(table, []);
    }
  }
  for (const list of rows.values()) list.sort();
  return rows;
}

async function selectEpochs(db: Database): Promise<string[]> {
  const rows = await db.selectFrom("auditHead").select("eventEpoch").execute();
  return rows.map(({ eventEpoch }) => eventEpoch);
}

const embedded = (): DatabaseLocation => ({
  engine: "embedded",
  folder: path.join(folder, `eu-${randomBytes(4).toString("hex")}`),
});

async function server(): Promise<DatabaseLocation | null> {
  const client = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 1000 });
  try {
    await client.connect();
  } catch {
    return null;
  }
  const name = `lintel_test_restore_${randomBytes(4).toString("hex")}`;
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { engine: "server", url: url.href };
}

async function dropServer(location: DatabaseLocation): Promise<void> {
  if (location.engine !== "server") return;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`drop database ${new URL(location.url).pathname.slice(1)} with (force)`);
  await client.end();
}

/** The same bytes with one bit in the middle changed. */
function flipBit(bytes: Buffer): Buffer {
  const flipped = Buffer.from(bytes);
  const at = flipped.length >> 1;
  flipped[at] = (flipped[at] ?? 0) ^ 1;
  return flipped;
}

describe("a backup", () => {
  it("is for its owner alone, and overwrites nothing", async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = backUpRegion(await sourcePlace(), await openSource(), file, "tester");
    await expect(again).rejects.toThrow("is there already");
  });

  it("holds neither the master key nor a secret in the clear", async () => {
    const text = gunzipSync(await readFile(file)).toString();
    expect(text).toContain("sealed");
    for (const form of ["hex", "base64", "utf8"] as const)
      expect(text).not.toContain(masterKey.toString(form));
    expect(text).not.toContain("hidden");
    expect(text).not.toContain(organization.owner.key);
  });

  it.each(["embedded", "server"] as const)(
    "comes back row by row, into the %s engine",
    async (engine) => {
      const location = engine === "embedded" ? embedded() : await server();
      if (location === null) {
        console.warn(`skipped: no PostgreSQL server answers at ${serverUrl}`);
        return;
      }
      await restoreRegion(placeOf(location), file, "tester", ownBackup);
      const restored = await openDatabase(location);
      try {
        const back = path.join(folder, `${engine}.backup`);
        const place = placeOf(location);
        await place.keys.reload(restored.db);
        await backUpRegion(place, restored, back, "tester");
        const before = await readRows(file);
        expect(before.get("test_case")?.length).toBeGreaterThan(0);
        expect(before.get("doc_asset")).toHaveLength(4);
        expect(await readRows(back)).toEqual(before);
        const source = await testApp.cells.eu.platform.database();
        expect(await selectEpochs(restored.db)).not.toContain((await selectEpochs(source))[0]);
        const epochs = await testApp.cells.eu.platform.keys.epochs(restored.db);
        for (const chain of [organization.id, instanceChain]) {
          expect(await verifyAudit(restored.db, epochs, chain, null)).toMatchObject({
            isIntact: true,
          });
        }
      } finally {
        await restored.close();
        await dropServer(location);
      }
    },
  );

  it("is of one instant while others write", async () => {
    const done = new AbortController();
    const writing = (async () => {
      while (!done.signal.aborted) {
        await makeProject(testApp, organization);
        // The embedded engine answers without leaving the loop: files would never have their turn.
        await setImmediate();
      }
    })();
    const busy = path.join(folder, "busy.backup");
    try {
      await backUpRegion(await sourcePlace(), await openSource(), busy, "tester");
    } finally {
      done.abort();
      await writing;
    }
    const location = embedded();
    await restoreRegion(placeOf(location), busy, "tester", ownBackup);
    const restored = await openDatabase(location);
    try {
      const verdict = await verifyAudit(
        restored.db,
        await testApp.cells.eu.platform.keys.epochs(restored.db),
        organization.id,
        null,
      );
      expect(verdict).toMatchObject({ isIntact: true });
    } finally {
      await restored.close();
    }
  });

  it("leaves nothing where its caller leaves, and the next one is whole", async () => {
    const left = path.join(folder, "left.backup");
    const leaving = new AbortController();
    const first = testApp.cells.eu.backUp(left, "tester", leaving.signal);
    const second = testApp.cells.eu.backUp(path.join(folder, "after.backup"), "tester");
    leaving.abort(new Error("left"));
    await expect(first).rejects.toThrow();
    expect((await second).rows).toBeGreaterThan(0);
    expect((await readdir(folder)).filter((name) => name.startsWith("left"))).toEqual([]);
  });

  it("is refused where something is wrong, before anything is restored", async () => {
    const refuse = async (name: string, bytes: Uint8Array, why: string, key = masterKey) => {
      const bad = path.join(folder, name);
      await writeFile(bad, bytes);
      const restoring = restoreRegion(placeOf(embedded(), key), bad, "tester", ownBackup);
      await expect(restoring).rejects.toThrow(why);
    };
    const whole = await readFile(file);
    const [header = "", ...rest] = gunzipSync(whole).toString().split("\n");
    const pack = (lines: string[]) => gzipSync(lines.join("\n"));
    const changed = [header, ...rest].map((line) => line.replace("Olive", "Alive"));
    const future = header.replace('"001_accounts"', '"001_accounts","999_future"');
    await refuse("cut", whole.subarray(0, whole.length / 2), "not a whole backup");
    await refuse("short", pack([header, ...rest].slice(0, -2)), "cut off");
    await refuse("changed", pack(changed), "was changed");
    await refuse("flipped", flipBit(whole), "not a whole backup");
    await refuse("longer", Buffer.concat([whole, Buffer.from("x")]), "was changed");
    await refuse("none", Buffer.from("nothing"), "not a whole backup");
    await refuse("newer", pack([future, ...rest]), "newer version");
    await refuse("otherKey", whole, "--drop-secrets", Buffer.alloc(32, 7));
    const elsewhere = restoreRegion(
      { ...placeOf(embedded()), region: "us" },
      file,
      "tester",
      ownBackup,
    );
    await expect(elsewhere).rejects.toThrow("--region eu");
  });

  it("goes on under another master key without its secrets, where that is asked for", async () => {
    const location = embedded();
    const summary = await restoreRegion(placeOf(location, Buffer.alloc(32, 7)), file, "tester", {
      dropsSecrets: true,
      isUnauthenticated: true,
    });
    expect(summary.isUnderAnotherKey).toBe(true);
    const restored = await openDatabase(location);
    try {
      const environments = await restored.db
        .selectFrom("environment")
        .select(["variables", "variableCount"])
        .execute();
      expect(environments).toEqual([
        {
          variables: [{ name: "p", isSecret: false, value: { b: 1, a: [null, "\\N", "{}"] } }],
          variableCount: 1,
        },
      ]);
    } finally {
      await restored.close();
    }
    // What is in the region now is not overwritten.
    await expect(restoreRegion(placeOf(location), file, "tester", ownBackup)).rejects.toThrow(
      "holds organizations already",
    );
  });
});
