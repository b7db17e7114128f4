import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { CompiledQuery, sql } from "kysely";
import { splitDocument } from "@lintel/openapi/design-document";
import { listDesignUsages } from "@lintel/openapi/usages";
import type { JsonObject } from "@lintel/json/value";
import { openDatabase, type Database } from "@lintel/server/platform/database/open-database";
import { designKinds, designTables } from "@lintel/server/domain/design/design-columns";
import { toStoredDesign, type StoredDesign } from "@lintel/server/domain/design/design.types";
import { packDesign, toDocumentColumns } from "@lintel/server/domain/design/packed-rows";
import { readTexts } from "@lintel/server/domain/design/read-design";
import { printStored } from "@lintel/server/domain/design/tasks/print-document.task";
import { insertDesign } from "@lintel/server/domain/design/write-design";
import { makeEmbeddedPlace, makeServerPlace, type Place } from "./engines.ts";
import { seedCallers, type Caller } from "./seed.ts";
import { describeValues, median } from "./statistics.ts";

// Measures GitHub's document in the database: writing all its rows in one transaction, against one
// bare statement per table with prepared values; and reading and printing it, against JSON.parse of
// its text.

const rounds = Number(process.env["ROUNDS"] ?? 5);
const engine = process.argv[2] ?? "server";
const file = "../node_modules/@octokit/openapi/generated/api.github.com.json";
const text = readFileSync(new URL(file, import.meta.url), "utf8");

await using place = await (engine === "server" ? makeServerPlace("design") : makeEmbeddedPlace());
const [caller] = await seedCallers(place.location, 1, 40);
if (caller === undefined) throw new Error("There is no caller.");
await measureRows(place, caller);

/** A design with new ids, and a version without rows for it. */
async function makeVersion(db: Database, { organizationId, projectId }: Caller) {
  const parsed = JSON.parse(text) as JsonObject;
  const design = toStoredDesign(splitDocument(parsed, { newId: randomUUID }).design);
  const specId = randomUUID();
  const versionId = randomUUID();
  const stamp = { createdAt: new Date(), modifiedAt: new Date(), rowVersion: 1 };
  const values = { name: specId, basePath: null, description: null, ...stamp };
  await db
    .insertInto("spec")
    .values({ organizationId, projectId, id: specId, ...values })
    .execute();
  const version = { version: "1.0.0", status: "draft", openapiVersion: "3.0", ...stamp };
  await db
    .insertInto("specVersion")
    .values({
      organizationId,
      specId,
      id: versionId,
      ...version,
      ...toDocumentColumns(design.document),
    })
    .execute();
  return { design, place: { organizationId, versionId }, specId };
}

/** The rows that an export reads, for a specification without base path and policies. */
async function readStored(db: Database, { place }: Made) {
  const headers = JSON.stringify({ requests: [], responses: [] });
  return { texts: await readTexts(db, place), headers, basePath: null, markedEndpointIds: [] };
}

type Made = Awaited<ReturnType<typeof makeVersion>>;

async function remove(db: Database, { specId }: Made): Promise<void> {
  await db.deleteFrom("spec").where("id", "=", specId).execute();
}

/** One statement per table with prepared values: the time of the database itself. */
function prepareStatements(design: StoredDesign, { organizationId, versionId }: Made["place"]) {
  const toSnake = (name: string) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const now = new Date().toISOString();
  const statements = designKinds.map((kind) => {
    const { name, columns, isStamped } = designTables[kind];
    const entries = Object.entries(columns);
    const rows: readonly object[] = design[kind];
    const arrays = entries.map(([column, type]) =>
      rows.map((row) => {
        const value = (row as Record<string, unknown>)[column] ?? null;
        // A column of type `value` is JSON that may be null itself.
        if (type === "value") return JSON.stringify(value);
        return type === "json" && value !== null ? JSON.stringify(value) : value;
      }),
    );
    const names = entries.map(([column]) => `"${toSnake(column)}"`).join(", ");
    const values = entries
      .map(([, type], at) => `$${at + 1}::${type === "value" ? "json" : type}[]`)
      .join(", ");
    const stamp = isStamped ? [", created_at, modified_at", `, '${now}', '${now}'`] : ["", ""];
    return CompiledQuery.raw(
      `insert into ${toSnake(name)} (organization_id, version_id, ${names}${stamp[0]})
       select '${organizationId}'::uuid, '${versionId}'::uuid, given.*${stamp[1]} from unnest(${values}) as given`,
      arrays,
    );
  });
  const usages = listDesignUsages(design);
  const columns = ["ownerKind", "ownerId", "pointer", "form", "targetKind", "target"] as const;
  const arrays = columns.map((column) => usages.map((usage) => usage[column]));
  const types = columns.map(
    (column, at) => `$${at + 1}::${column === "ownerId" ? "uuid" : "text"}[]`,
  );
  return [
    ...statements,
    CompiledQuery.raw(
      `insert into design_usage (organization_id, version_id, ${columns.map(toSnake).join(", ")})
       select '${organizationId}'::uuid, '${versionId}'::uuid, given.* from unnest(${types.join(", ")}) as given`,
      arrays,
    ),
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function writeWithProduct(db: Database, own: Caller): Promise<number> {
  const made = await makeVersion(db, own);
  const took = await timed(() =>
    db
      .transaction()
      .execute((trx) => insertDesign(trx, made.place, packDesign(made.design), new Date())),
  );
  await remove(db, made);
  return took;
}

async function writeBare(db: Database, own: Caller): Promise<number> {
  const made = await makeVersion(db, own);
  const statements = prepareStatements(made.design, made.place);
  const took = await timed(() =>
    db.transaction().execute(async (trx) => {
      for (const statement of statements) await trx.executeQuery(statement);
    }),
  );
  await remove(db, made);
  return took;
}

async function measureRows({ location }: Place, own: Caller): Promise<void> {
  const database = await openDatabase(location);
  const { db } = database;
  const taken = { product: [] as number[], bare: [] as number[] };
  const sides = [
    [taken.product, writeWithProduct],
    [taken.bare, writeBare],
  ] as const;
  for (let round = -1; round < rounds; round += 1) {
    for (const [into, write] of round % 2 === 0 ? sides : sides.toReversed()) {
      const ms = await write(db, own);
      if (round >= 0) into.push(ms);
    }
  }
  report("rows written, with usages", taken.product, taken.bare);
  const made = await makeVersion(db, own);
  await db
    .transaction()
    .execute((trx) => insertDesign(trx, made.place, packDesign(made.design), new Date()));
  await sql`analyze`.execute(db);
  const reads = { product: [] as number[], parse: [] as number[] };
  for (let round = -1; round < rounds; round += 1) {
    const product = await timed(async () =>
      printStored({
        stored: await readStored(db, made),
        format: "json",
        isCompact: false,
        target: null,
      }),
    );
    const parse = await timed(async () => JSON.parse(text));
    if (round < 0) continue;
    reads.product.push(product);
    reads.parse.push(parse);
  }
  report("read, joined and printed, against JSON.parse", reads.product, reads.parse);
  await remove(db, made);
  await database.close();
}

function report(name: string, work: readonly number[], floor: readonly number[]): void {
  const ratios = work.map((ms, at) => ms / (floor[at] ?? Number.NaN));
  console.log(
    `${name}: ${describeValues(ratios, "×")}, ${median(work).toFixed(0)} ms against ${median(floor).toFixed(0)}`,
  );
}
