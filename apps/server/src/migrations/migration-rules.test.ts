import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { isContract } from "../platform/database/migrate.ts";
import manifest from "../../package.json" with { type: "json" };
import { migrations } from "./migrations.generated.ts";
import { captureSql, digestSql } from "./testing/capture-sql.ts";
import { findContractions } from "./testing/expand-rules.ts";
import { loadFixture } from "./testing/load-fixture.ts";

const names = Object.keys(migrations);

describe("the list of migrations", () => {
  it("names every file, in order, and none twice", async () => {
    const files = await readdir(path.join(import.meta.dirname));
    const written = files.filter((file) => /^\d{3}_.*\.ts$/.test(file)).sort();
    expect(names.map((name) => `${name}.ts`)).toEqual(written);
    expect(names.map((name) => Number(name.slice(0, 3)))).toEqual(names.map((_, at) => at + 1));
    for (const name of names) expect(name).toMatch(/^\d{3}_[a-z\d]+(_[a-z\d]+)*(\.contract)?$/);
  });
});

describe.each(Object.entries(migrations))("%s", (name, migration) => {
  it("is what was released", async () => {
    const digest = digestSql(await captureSql(migration));
    const { sqlDigest } = await loadFixture(name);
    expect(
      sqlDigest,
      "set sqlDigest of a new migration to the expected digest; a released one is never edited",
    ).toBe(digest);
  });

  it.runIf(!isContract(name))("takes nothing from an older version that still serves", async () => {
    expect(await findContractions(await captureSql(migration))).toEqual([]);
    expect(migration.unusedSince, "only a contract migration takes something away").toBeUndefined();
  });

  it.runIf(isContract(name))("names the version since which nothing uses what it drops", () => {
    const since = migration.unusedSince ?? "";
    expect(since, "unusedSince is a version that was released").toMatch(/^\d+\.\d+\.\d+$/);
    expect(since.localeCompare(manifest.version, "en", { numeric: true })).toBeLessThanOrEqual(0);
  });
});

describe("the digest of a migration", () => {
  it("changes with every change of its SQL, values among it", async () => {
    const digestOf = async (value: number, text = "update project set position = ") =>
      digestSql(
        await captureSql({ up: async (db) => void (await insert(text, value).execute(db)) }),
      );
    const insert = (text: string, value: number) => sql`${sql.raw(text)}${value}`;
    expect(await digestOf(1)).toBe(await digestOf(1));
    expect(await digestOf(2)).not.toBe(await digestOf(1));
    expect(await digestOf(1, "update project set  position = ")).not.toBe(await digestOf(1));
  });
});

describe("a migration that expands", () => {
  const allowed = [
    "create table extra (id uuid primary key, name text not null unique check (name <> ''))",
    "create index extra_project on project (name)",
    "create table extra (id uuid); create unique index extra_id on extra (id); alter table extra add check (id is not null)",
    "alter table project add column color text",
    "alter table project add column color text not null default 'blue' check (color in ('blue', 'red'))",
    "alter table project add column parent_id uuid references project (id) on delete set null",
    "alter table project alter column description drop not null",
    "alter table project alter column description set default ''",
    "create or replace function f() returns trigger language plpgsql as $$ begin return null; end $$",
    "update project set description = ''",
  ];
  it.each(allowed)("may say: %s", async (statement) => {
    expect(await findContractions([statement])).toEqual([]);
  });

  const refused = [
    ["alter table project drop column description", "AT_DropColumn of project.description"],
    ["alter table project rename column name to title", "RenameStmt"],
    ["alter table project rename to folder", "RenameStmt"],
    ["drop table project", "DropStmt"],
    ["drop index test_run_project", "DropStmt"],
    ["truncate project", "TruncateStmt"],
    [
      "alter table project alter column name type varchar(20)",
      "AT_AlterColumnType of project.name",
    ],
    ["alter table project alter column description set not null", "AT_SetNotNull"],
    ["alter table project alter column row_version drop default", "AT_ColumnDefault"],
    ["alter table project add column color text not null", "has no default"],
    ["alter table project add column color text unique", "CONSTR_UNIQUE"],
    ["alter table project add column color text check (color <> name)", "restricts name"],
    ["alter table project add column parent_id uuid references project (id)", "CONSTR_FOREIGN"],
    ["alter table project add constraint short check (length(name) < 9)", "AT_AddConstraint"],
    ["alter table project add unique (description)", "AT_AddConstraint"],
    ["alter table project drop constraint project_pkey", "AT_DropConstraint"],
    ["create unique index project_words on project (description)", "project_words"],
    ["do $$ begin execute 'drop table project'; end $$", "DoStmt"],
    ["alter table project add column a text, drop column name", "AT_DropColumn of project.name"],
  ] as const;
  it.each(refused)("may not say: %s", async (statement, reason) => {
    const faults = await findContractions([statement]);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(reason);
  });
});
