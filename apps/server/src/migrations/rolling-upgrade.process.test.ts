import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { listTables } from "../platform/backup/backup-tables.ts";
import { migrate, SchemaError, type Migrations } from "../platform/database/migrate.ts";
import { openDatabase, type DatabaseLocation } from "../platform/database/open-database.ts";
import { makeMember, makeOrganization, makeProject } from "../testing/factories.ts";
import { request } from "../testing/request.ts";
import { makeDataFolder, runServerCommand } from "../testing/spawned-server.ts";
import { buildTestApp, type TestApp } from "../testing/test-app.ts";
import { makeEmptyDatabase, makeSharedDatabase } from "../testing/test-database.ts";
import { migrations } from "./migrations.generated.ts";

// The newer version of these tests is this one with a migration more; the older one is this one.
/** A newer version's schema: every table has a column more. */
const grown: Migrations = {
  ...migrations,
  "900_grow": {
    async up(db) {
      for (const { name } of await listTables(db as never)) {
        await sql`alter table ${sql.table(name)} add column grown text`.execute(db);
      }
    },
  },
};

const shrunk: Migrations = {
  ...grown,
  "901_shrink.contract": {
    up: async (db) => void (await sql`alter table project drop column description`.execute(db)),
  },
};

async function makeDatabaseOf(name: string, version: Migrations): Promise<DatabaseLocation> {
  const location = await makeEmptyDatabase(name);
  const { db, dump, close } = await openDatabase(location);
  try {
    await migrate(db, version);
    return location.engine === "server" ? location : { ...location, snapshot: await dump() };
  } finally {
    await close();
  }
}

const hasServer = (await makeSharedDatabase("rolling")) !== null;

/** An empty database of a server, whatever engine the other tests run on. */
async function makeServerDatabase(name: string) {
  const location = await makeSharedDatabase(name);
  if (location?.engine !== "server") throw new Error("No PostgreSQL server answers.");
  return location;
}

async function open(sharedLocation: DatabaseLocation): Promise<TestApp> {
  const testApp = await buildTestApp({ name: "older", sharedLocation });
  try {
    await testApp.cells.eu.open();
    return testApp;
  } catch (error) {
    await testApp.app.close();
    await testApp.cells.us.close();
    throw error;
  }
}

/** Reads and changes things in the way of every feature that an older node has to keep up. */
async function use(testApp: TestApp): Promise<void> {
  const organization = await makeOrganization(testApp);
  const { key } = await makeMember(testApp, organization, "admin");
  const path = `/api/projects/${await makeProject(testApp, organization)}/environments`;
  const body = { name: "Staging", baseUrl: "https://example.com" };
  const made = await request(testApp, { method: "POST", path, key, body });
  expect(made.status, made.text).toBe(201);
  const found = { method: "GET", path: `${path}/${String(made.body["id"])}`, key } as const;
  expect((await request(testApp, found)).body).toEqual(made.body);
}

describe("an older version that starts on the schema of a newer one", () => {
  it("serves where the schema only grew", async () => {
    const testApp = await open(await makeDatabaseOf("grown", grown));
    try {
      await use(testApp);
    } finally {
      await testApp.close();
    }
  });

  it("refuses where the newer one took something away, and says which", async () => {
    const location = await makeDatabaseOf("shrunk", shrunk);
    await expect(open(location)).rejects.toThrow(SchemaError);
    await expect(open(location)).rejects.toThrow(/901_shrink\.contract.*Start the newer version/);
  });

  it("refuses a schema that has another history", async () => {
    const other = { "001_accounts": { up: async () => {} }, "002_other": { up: async () => {} } };
    const location = await makeDatabaseOf("other", other);
    await expect(open(location)).rejects.toThrow(/has 002_other.*Name another database/);
  });

  it.runIf(hasServer)("is reported by the server's exit code and message", async () => {
    const location = await makeServerDatabase("shrunk_serve");
    const newer = await openDatabase(location);
    await migrate(newer.db, shrunk);
    await newer.close();
    await using folder = await makeDataFolder();
    const settings = { LINTEL_DATABASE_EU: location.url, LINTEL_PORT: "0" };
    const ended = await runServerCommand(folder.path, ["serve"], settings);
    expect(ended).toMatchObject({ code: 2 });
    expect(ended.stderr).toMatch(/^The database belongs to a newer version: 901_shrink\.contract/);
    const looked = await runServerCommand(folder.path, ["doctor"], settings);
    expect(looked).toMatchObject({ code: 1 });
    expect(looked.stdout).toContain("lacks parts that it uses");
  });
});

describe("an older version that is serving while a newer one upgrades", () => {
  it.runIf(hasServer)(
    "goes on, with statements that it prepared for the tables as they were",
    async () => {
      const sharedLocation = await makeServerDatabase("grow_beneath");
      const testApp = await open(sharedLocation);
      const newer = await openDatabase(sharedLocation);
      try {
        await Promise.all(Array.from({ length: 8 }, () => use(testApp)));
        expect(await migrate(newer.db, grown)).toEqual(["900_grow"]);
        await Promise.all(Array.from({ length: 8 }, () => use(testApp)));
      } finally {
        await newer.close();
        await testApp.close();
      }
    },
  );

  it.runIf(hasServer)("lets a node of the older version start at the same moment", async () => {
    const sharedLocation = await makeServerDatabase("start_together");
    const versions = [migrations, grown, migrations, grown];
    const nodes = await Promise.all(versions.map(() => openDatabase(sharedLocation)));
    try {
      const started = await Promise.all(
        nodes.map(({ db }, at) => migrate(db, versions[at] ?? migrations)),
      );
      expect(started.flat().sort()).toEqual(Object.keys(grown).sort());
    } finally {
      for (const node of nodes) await node.close();
    }
  });
});
