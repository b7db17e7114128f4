import { readFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import manifest from "../../../../package.json" with { type: "json" };
import { openDatabase } from "../open-database.ts";
import { startCluster } from "./start-cluster.ts";

let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "lintel-cluster-"));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

describe("a new embedded database", () => {
  it("starts from an image of the installed engine", async () => {
    const text = await readFile(path.join(import.meta.dirname, "cluster-origin.json"), "utf8");
    expect(JSON.parse(text)).toEqual({ pglite: manifest.dependencies["@electric-sql/pglite"] });
  });

  it("holds no tables, and keeps what is written to it", async () => {
    const folder = path.join(parent, "eu");
    const first = await openDatabase({ engine: "embedded", folder });
    const tables = sql<{ count: string }>`
      select count(*) from pg_tables where schemaname = 'public'`;
    expect((await tables.execute(first.db)).rows).toEqual([{ count: "0" }]);
    await sql`create table kept (value text)`.execute(first.db);
    await first.close();
    const second = await openDatabase({ engine: "embedded", folder });
    expect((await tables.execute(second.db)).rows).toEqual([{ count: "1" }]);
    await second.close();
  });

  it("uses nothing of an interrupted start", async () => {
    const folder = path.join(parent, "eu");
    await startCluster(`${folder}.partial`);
    await rm(path.join(`${folder}.partial`, "base"), { recursive: true });
    await writeFile(path.join(`${folder}.partial`, "left-behind"), "");
    await startCluster(folder);
    expect(await readdir(folder)).not.toContain("left-behind");
    expect(await readdir(folder)).toContain("base");
    expect(await readdir(parent)).toEqual(["eu"]);
  });
});
