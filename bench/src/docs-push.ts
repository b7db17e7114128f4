import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCli } from "@lintel/cli/run-cli";
import { openDatabase } from "@lintel/server/platform/database/open-database";
import { makeServerPlace } from "./engines.ts";
import { startInstallation } from "./installation.ts";
import { seedCallers } from "./seed.ts";
import { describeValues, median } from "./statistics.ts";

// Measures `lintel docs push` of 1,000 pages of 5 kB with 10 changed pages, against its necessary
// work: reading and hashing the files, and one transaction that writes the same 10 pages.

const rounds = Number(process.env["ROUNDS"] ?? 9);
const pageCount = 1_000;
const changedCount = 10;
const paragraph = "The shelf holds the books that were lent, and lists who has them until when. ";

await using place = await makeServerPlace("docs_push");
const [caller] = await seedCallers(place.location, 1, 1);
if (caller === undefined) throw new Error("No caller was made.");
await using product = await startInstallation(place.settings);
const database = await openDatabase(place.location);
const folder = path.join(tmpdir(), `lintel-docs-push-${process.pid}`);
const env = {
  ...process.env,
  LINTEL_URL: product.url,
  LINTEL_API_KEY: caller.key,
  LINTEL_PROJECT: caller.projectId,
};

writePages(0, pageCount);
await push("--create", "Guide");
const ms = { push: [] as number[], hash: [] as number[], write: [] as number[] };
for (let round = -1; round < rounds; round += 1) {
  writePages(round + 1, changedCount);
  const began = performance.now();
  await push("--doc", "Guide");
  const pushed = performance.now();
  hashFolder();
  const hashed = performance.now();
  await writeTen(round);
  const written = performance.now();
  if (round < 0) continue;
  ms.push.push(pushed - began);
  ms.hash.push(hashed - pushed);
  ms.write.push(written - hashed);
}
const allowed = ms.push.map((_, at) => 2 * (ms.hash[at] ?? 0) + (ms.write[at] ?? 0));
const ratios = ms.push.map((value, at) => value / (allowed[at] ?? Number.NaN));
console.log(
  `${changedCount} of ${pageCount} pages changed: ${describeValues(ratios, "×")} of 2 × hashing and one transaction; push ${median(ms.push).toFixed(1)} ms, hashing ${median(ms.hash).toFixed(1)} ms, transaction ${median(ms.write).toFixed(1)} ms`,
);
await database.close();
rmSync(folder, { recursive: true });

function writePages(round: number, count: number): void {
  for (let page = 0; page < count; page += 1) {
    const place = path.join(folder, `part-${page % 20}`);
    mkdirSync(place, { recursive: true });
    const text = `---\ntitle: Page ${page}\n---\n\nRound ${round}.\n\n${paragraph.repeat(64)}\n`;
    writeFileSync(path.join(place, `page-${page}.md`), text);
  }
}

/** Runs in this process, so that no start of Node is measured; its output is dropped. */
async function push(...options: string[]): Promise<void> {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = () => true;
  const exit = await runCli(["docs", "push", folder, ...options], env);
  process.stdout.write = write;
  if (exit !== "passed") throw new Error(`The push ended with ${exit}.`);
}

function hashFolder(): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) =>
      createHash("sha256")
        .update(readFileSync(path.join(entry.parentPath, entry.name)))
        .digest("hex"),
    );
}

async function writeTen(round: number): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    const version = await db
      .selectFrom("docVersion")
      .selectAll()
      .forUpdate()
      .executeTakeFirstOrThrow();
    const pages = await db
      .selectFrom("docNode")
      .select("id")
      .where("type", "=", "page")
      .limit(changedCount)
      .execute();
    const ids = pages.map(({ id }) => id);
    const { organizationId } = version;
    await db
      .updateTable("docNode")
      .set({ modifiedAt: new Date() })
      .where("organizationId", "=", organizationId)
      .where("versionId", "=", version.id)
      .where("id", "in", ids)
      .execute();
    await db
      .updateTable("docPage")
      .set({ searchBody: `Round ${round}. ${paragraph.repeat(64)}` })
      .where("organizationId", "=", organizationId)
      .where("versionId", "=", version.id)
      .where("id", "in", ids)
      .execute();
  });
}
