import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backUpRegion, restoreRegion, type BackupPlace } from "./cell-backup.ts";
import { sealedEnvironments } from "./features/environments/environment.sealed.ts";
import { sealedScanProfiles } from "./features/security/scan-profile.sealed.ts";
import { sealedRunWork } from "./features/runs/run-work.sealed.ts";
import { fillDatabase } from "./migrations/testing/fill-database.ts";
import { instanceChain } from "./platform/audit/audit-log.ts";
import { listTables } from "./platform/backup/backup-tables.ts";
import { createMasterKeys } from "./platform/keys/master-keys.ts";
import { createRegionKeys } from "./platform/keys/region-keys.ts";
import { systemClock } from "./platform/clock.ts";
import {
  openDatabase,
  type Database,
  type DatabaseLocation,
} from "./platform/database/open-database.ts";
import { makeSharedDatabase } from "./testing/test-database.ts";

const masterKey = Buffer.alloc(32, "eu");
const ownBackup = { dropsSecrets: false, isUnauthenticated: false };
const trusted = { dropsSecrets: false, isUnauthenticated: true };
const foldersInARow = 1200;

let folder: string;
let source: DatabaseLocation;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "lintel-restore-"));
  source = embedded();
  await fill(source);
  file = path.join(folder, "eu.backup");
  await backUp(source, file);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function placeOf(location: DatabaseLocation): BackupPlace {
  const masterKeys = createMasterKeys([masterKey], "the test");
  const keys = createRegionKeys("eu", masterKeys, () => systemClock.now());
  const sealed = [sealedEnvironments, sealedRunWork, sealedScanProfiles];
  return { region: "eu", location, masterKeys, keys, clock: systemClock, sealed };
}

async function backUp(location: DatabaseLocation, backup: string): Promise<void> {
  await using database = await open(location);
  const place = placeOf(location);
  await place.keys.reload(database.db);
  await backUpRegion(place, database, backup, "tester");
}

const embedded = () => ({
  engine: "embedded" as const,
  folder: path.join(folder, `eu-${randomBytes(4).toString("hex")}`),
});

async function open(location: DatabaseLocation) {
  const database = await openDatabase(location);
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

async function fill(location: DatabaseLocation): Promise<void> {
  await using database = await open(location);
  await fillDatabase(database.db);
  await nestFolders(database.db);
}

/** Nested folders, each with an id that sorts before its parent's, in more than one batch. */
async function nestFolders(db: Database): Promise<void> {
  for (const table of ["spec_folder", "doc_node"]) {
    await sql`
      with model as (select * from ${sql.table(table)} limit 1),
      made as (select (jsonb_populate_record(null::${sql.table(table)}, to_jsonb(model) || jsonb_build_object(
        'id', lpad(to_hex(at), 8, '0') || '-0000-7000-8000-00000000000f',
        'parent_id', case when at < ${sql.lit(foldersInARow)} then lpad(to_hex(at + 1), 8, '0') || '-0000-7000-8000-00000000000f' end,
        'slug', 'folder-' || at, 'name', 'folder-' || at, 'file_name', null))).*
        from model, generate_series(1, ${sql.lit(foldersInARow)}) as at)
      insert into ${sql.table(table)} select * from made`.execute(db.withoutPlugins());
  }
}

/** Every row of every table as text, except the installation's own chain, which continues. */
async function readRows(location: DatabaseLocation): Promise<Record<string, string[]>> {
  await using database = await open(location);
  const db = database.db.withoutPlugins();
  const tables: Record<string, string[]> = {};
  for (const { name, columns } of await listTables(database.db)) {
    // A restore begins another epoch of events.
    const kept = columns.filter(({ name: column }) => column !== "event_epoch");
    const instants = kept.map(({ name: column, type }) =>
      type.startsWith("timestamp") ? sql`${sql.ref(column)} at time zone 'UTC'` : sql.ref(column),
    );
    const { rows } = await sql<{
      row: string;
    }>`select row(${sql.join(instants)})::text as row from ${sql.table(name)}`.execute(db);
    tables[name] = rows
      .map(({ row }) => row)
      .filter((row) => !row.startsWith(`(${instanceChain}`))
      .sort();
  }
  return tables;
}

describe("a restored region", () => {
  it("is tried with rows in every table of the schema", async () => {
    const empty = Object.entries(await readRows(source)).filter(([, rows]) => rows.length === 0);
    expect(empty, "write a fixture of the migration with rows for them").toEqual([]);
  });

  it("has every row of every table, from embedded to a server and back", async ({ skip }) => {
    const server = await makeSharedDatabase("restore");
    if (server === null) {
      skip();
      return;
    }
    const before = await readRows(source);
    let backup = file;
    for (const location of [server, embedded()]) {
      await restoreRegion(placeOf(location), backup, "tester", ownBackup);
      expect(await readRows(location)).toEqual(before);
      backup = path.join(folder, `${location.engine}.backup`);
      await backUp(location, backup);
    }
  });

  it("keeps its triggers, and its references are checked again", async () => {
    const location = embedded();
    await restoreRegion(placeOf(location), file, "tester", ownBackup);
    await using database = await open(location);
    await expect(sql`delete from audit_entry`.execute(database.db)).rejects.toThrow("append-only");
    const orphan = sql`update spec_folder set parent_id = gen_random_uuid()`.execute(database.db);
    await expect(orphan).rejects.toThrow("foreign key");
  });

  it("needs no reference that is checked before all rows are restored", async () => {
    await using database = await open(source);
    const { rows } = await sql`
      select conname from pg_constraint
      where contype = 'f' and conrelid = confrelid and not condeferrable`.execute(database.db);
    expect(
      rows,
      "a reference of a table to itself is deferrable, because its rows are restored in batches",
    ).toEqual([]);
  });
});

describe("a backup that somebody else wrote", () => {
  const write = async (name: string, change: (text: string) => string): Promise<string> => {
    const changed = path.join(folder, name);
    const text = gunzipSync(await readFile(file)).toString();
    await writeFile(changed, gzipSync(withDigest(change(text))));
    return changed;
  };

  it("is refused before a database is opened, although its own digest is right", async () => {
    const location = embedded();
    const forged = await write("forged", (text) =>
      text.replace("olive@example.com", "eve@example.com"),
    );
    const restoring = restoreRegion(placeOf(location), forged, "tester", ownBackup);
    await expect(restoring).rejects.toThrow("was changed or cut off");
    expect(existsSync(location.folder)).toBe(false);
  });

  it("adds only values if the operator trusts it: no table, column or type", async () => {
    const restore = async (name: string, change: (text: string) => string) => {
      const location = embedded();
      await restoreRegion(placeOf(location), await write(name, change), "tester", trusted);
      return location;
    };
    await expect(
      restore("table", (text) => text.replace('"name":"project_role"', '"name":"pg_authid"')),
    ).rejects.toThrow("a table that its schema does not have");
    await expect(
      restore("column", (text) => text.replace('["digest","kind"', '["digest","nokind"')),
    ).rejects.toThrow("columns that its schema does not have");
    await expect(restore("row", (text) => text.replace('\n["', '\n[["a"],"'))).rejects.toThrow(
      "does not fit its table",
    );
    await expect(
      restore("value", (text) => text.replace('"olive@example.com"', "null")),
    ).rejects.toThrow("not a whole backup");
  });

  it("of the old format needs the operator's confirmation, and its types are not read", async () => {
    const old = await write("old", (text) =>
      text
        .replace('"version":2', '"version":1')
        .replaceAll(/"columns":(\[[^\]]*\])/g, (_, columns: string) => {
          const names = JSON.parse(columns) as string[];
          const type = "text) from x; create table executed (); --";
          return `"columns":${JSON.stringify(names.map((name) => ({ name, type })))}`;
        }),
    );
    const refused = restoreRegion(placeOf(embedded()), old, "tester", ownBackup);
    await expect(refused).rejects.toThrow("--unauthenticated");
    const location = embedded();
    await restoreRegion(placeOf(location), old, "tester", trusted);
    expect(await readRows(location)).toEqual(await readRows(source));
  });
});

/** The text with a matching digest, as an attacker would write it. */
function withDigest(text: string): string {
  const lines = text.trimEnd().split("\n").slice(0, -1);
  const body = `${lines.join("\n")}\n`;
  const rows = lines.filter((line) => line.startsWith("[")).length;
  const digest = createHash("sha256").update(body).digest("hex");
  return `${body}${JSON.stringify({ kind: "end", rows, digest })}\n`;
}
