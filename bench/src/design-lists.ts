import { randomUUID } from "node:crypto";
import { Pool } from "undici";
import { openDatabase } from "@lintel/server/platform/database/open-database";
import { insertRows } from "@lintel/server/domain/design/bulk-rows";
import { designTables } from "@lintel/server/domain/design/design-columns";
import { makeServerPlace } from "./engines.ts";
import { growDocument } from "./grow-document.ts";
import { startFloor, startInstallation } from "./installation.ts";
import { seedCallers } from "./seed.ts";
import { describeValues, median } from "./statistics.ts";

// Measures lists of the designer, 100 of 2,000 endpoints and of 2,000 folders, against bare routes
// with the same rows. One connection, so that the time of a call is measured; keys take turns.

const rounds = Number(process.env["ROUNDS"] ?? 7);
const callsEach = 100;

await using place = await makeServerPlace("lists");
const callers = await seedCallers(place.location, 1, 600);
const { organizationId, projectId } = callers[0] ?? { organizationId: "", projectId: "" };
const keys = callers.map(({ key }) => key);
const made = await seedDesign();
await using product = await startInstallation({ LINTEL_LOG_LEVEL: "info", ...place.settings });
await using floor = await startFloor("floor-designs.ts", place.location);
const base = `/api/projects/${projectId}/specs/${made.specId}`;
const query = `organizationId=${organizationId}&versionId=${made.versionId}`;
await new Promise((r) => setTimeout(r, 0));
await measure(
  "100 of 2,000 endpoints",
  `${base}/endpoints?take=100&versionId=${made.versionId}`,
  `/endpoints?${query}`,
);
await new Promise((r) => setTimeout(r, 0));
await measure(
  "100 of 2,000 folders",
  `${base}/versions/${made.versionId}/folders?take=100`,
  `/folders?${query}`,
);

/** Imported over REST, with folders inserted directly into their table. */
async function seedDesign(): Promise<{ specId: string; versionId: string }> {
  await using server = await startInstallation(place.settings);
  const answer = await fetch(`${server.url}/api/projects/${projectId}/specs/import`, {
    method: "POST",
    headers: { "x-api-key": keys[0] ?? "", "content-type": "application/json" },
    body: JSON.stringify({ text: JSON.stringify(growDocument(2_000)) }),
  });
  const { spec, version } = (await answer.json()) as Record<"spec" | "version", { id: string }>;
  const database = await openDatabase(place.location);
  const folders = Array.from({ length: 2_000 }, (_, position) => ({
    id: randomUUID(),
    position,
    parentId: null,
    name: `Folder ${position}`,
    description: null,
  }));
  const at = { organizationId, versionId: version.id };
  await insertRows(database.db, designTables.folders, at, folders, new Date());
  await database.close();
  return { specId: spec.id, versionId: version.id };
}

async function measure(name: string, ofProduct: string, ofFloor: string): Promise<void> {
  const sides = [
    { pool: new Pool(product.url, { connections: 1 }), path: ofProduct, ms: [] as number[] },
    { pool: new Pool(floor.url, { connections: 1 }), path: ofFloor, ms: [] as number[] },
  ];
  for (let round = -1; round < rounds; round += 1) {
    for (const { pool, path, ms } of round % 2 === 0 ? sides : sides.toReversed()) {
      const began = performance.now();
      for (let call = 0; call < callsEach; call += 1) await read(pool, path, round + call);
      if (round >= 0) ms.push((performance.now() - began) / callsEach);
    }
  }
  const [work, bare] = sides.map(({ ms }) => ms) as [number[], number[]];
  const ratios = work.map((ms, at) => ms / (bare[at] ?? Number.NaN));
  console.log(
    `${name}: ${describeValues(ratios, "×")}, ${median(work).toFixed(2)} ms against ${median(bare).toFixed(2)}`,
  );
  for (const { pool } of sides) await pool.close();
}

async function read(pool: Pool, path: string, turn: number): Promise<void> {
  const key = keys[(turn + keys.length) % keys.length] ?? "";
  const answer = await pool.request({ method: "GET", path, headers: { "x-api-key": key } });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`Answered ${answer.statusCode}: ${text}`);
}
