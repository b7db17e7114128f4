import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type Service } from "./testing/service.ts";
import { startLintel } from "./testing/spawn-lintel.ts";

const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  paths: {
    "/pets/{id}": { get: { responses: { 200: { description: "A pet." } } } },
    "/pets": { post: { responses: { 201: { description: "Made." } } } },
  },
};

let service: Service;
let specId = "";
let endpointId = "";
const folder = mkdtempSync(path.join(tmpdir(), "lintel-traffic-"));

beforeAll(async () => {
  service = await startService();
  const { projectId } = service;
  const text = JSON.stringify(document);
  const imported = await must("importSpec", { projectId, text });
  specId = (imported["spec"] as { id: string }).id;
  const versionId = (imported["version"] as { id: string }).id;
  await must("publishSpecVersion", { projectId, specId, versionId });
  const { items } = (await must("listEndpoints", { projectId, specId, versionId })) as {
    items: { id: string; method: string }[];
  };
  endpointId = items.find(({ method }) => method === "get")?.id ?? "";
  await must("manageDeprecationPlan", {
    projectId,
    specId,
    action: "create",
    entityType: "endpoint",
    entityId: endpointId,
    sunsetAt: "2099-01-01",
    migrationGuide: "Use another one.",
    autoShutdown: true,
  });
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service[Symbol.asyncDispose]();
});

async function must(name: string, fields: object): Promise<Record<string, unknown>> {
  const call = service.client.call as (name: string, fields: object) => Promise<unknown>;
  const made = (await call(name, fields)) as { ok: boolean; value: Record<string, unknown> };
  expect(made.ok, JSON.stringify(made)).toBe(true);
  return made.value;
}

const lintel = (...args: string[]) =>
  startLintel({
    args: [...args, "--project", "Book Shop", "--url", service.url],
    env: { LINTEL_API_KEY: service.key, XDG_CONFIG_HOME: folder },
  }).ended;

async function countAll(): Promise<number> {
  const { usage } = (await must("getDeprecationPlan", {
    projectId: service.projectId,
    specId,
    entityType: "endpoint",
    entityId: endpointId,
    includeUsage: true,
  })) as { usage: { totalRequests: number } };
  return usage.totalRequests;
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
function line(n: number, target = `/pets/${n}`, at = new Date(Date.now() - n * 1000)): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const time = `${two(at.getUTCDate())}/${months[at.getUTCMonth()]}/${at.getUTCFullYear()}:${at.toISOString().slice(11, 19)} +0000`;
  return `203.0.113.9 - ${n % 2 === 0 ? "olive" : "-"} [${time}] "GET ${target} HTTP/1.1" ${n % 3 ? 200 : 410} 5 "-" "-"\n`;
}

describe("lintel traffic export", () => {
  it("writes the files of nginx, and JSON", async () => {
    const { code, stdout, stderr } = await lintel("traffic", "export", "--output", folder);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("1 of 2 operations have a plan or a date.");
    expect(readFileSync(path.join(folder, "lintel-http.conf"), "utf8")).toContain("map $uri");
    const json = await lintel("traffic", "export", "--format", "json");
    expect(JSON.parse(json.stdout)).toMatchObject({ operations: [{}, {}] });
  });
});

describe("lintel usage import", () => {
  const log = path.join(folder, "access.log");

  it("counts a log once, also when it has grown, was renamed and compressed", async () => {
    const before = await countAll();
    const old = new Date(Date.now() - 40 * 24 * 3600 * 1000);
    const lines = [
      ...Array.from({ length: 30 }, (_, n) => line(n)),
      line(1, "/cats/77"),
      line(2, "/pets/old", old),
      line(3).replace('"-"\n', '"lintel-scan/0.1.0"\n'),
      "nonsense\n",
    ];
    writeFileSync(log, lines.join(""));
    const dry = await lintel("usage", "import", log, "--dry-run", "--json");
    expect(dry.code, dry.stderr).toBe(0);
    expect(JSON.parse(dry.stdout)).toEqual({
      lines: 34,
      matched: 30,
      unmatched: 1,
      unreadable: 1,
      scans: 1,
      tooOld: 1,
      skipped: 0,
      batches: 0,
      repeats: 0,
      gatewayDays: [],
      unmatchedPaths: [{ call: "GET /cats/{}", count: 1 }],
    });
    expect(await countAll()).toBe(before);
    const first = await lintel("usage", "import", log);
    expect(first.stdout, first.stderr).toContain(
      "34 lines: 30 calls were counted for an operation, 1 match none.",
    );
    expect(await countAll()).toBe(before + 30);
    const again = await lintel("usage", "import", log);
    expect(again.stdout).toContain("34 lines had been counted before.");
    appendFileSync(log, line(31) + line(32) + line(33).trimEnd());
    const renamed = path.join(folder, "access.log.1.gz");
    writeFileSync(renamed, gzipSync(readFileSync(log)));
    expect((await lintel("usage", "import", renamed)).stdout).toContain("2 lines: 2 calls");
    expect(await countAll()).toBe(before + 32);
  });

  it("counts nothing twice after a failure or without its state", async () => {
    const before = await countAll();
    const file = path.join(folder, "other.log");
    const state = path.join(folder, "state.json");
    writeFileSync(file, Array.from({ length: 20 }, (_, n) => line(n + 100)).join(""));
    await lintel("usage", "import", file, "--state", state);
    expect(await countAll()).toBe(before + 20);
    rmSync(state);
    expect((await lintel("usage", "import", file, "--state", state)).stdout).toContain(
      "had been counted before",
    );
    // As if the import had ended before it noted that everything was counted, and the log had grown since.
    const [entry] = JSON.parse(readFileSync(state, "utf8")) as object[];
    writeFileSync(state, JSON.stringify([{ ...entry, unsureFrom: 0 }]));
    appendFileSync(file, line(200));
    expect((await lintel("usage", "import", file, "--state", state)).stdout).toContain("21 lines");
    expect(await countAll()).toBe(before + 21);
  });

  it("says what is wrong with a file or a state that cannot be used", async () => {
    const missing = await lintel("usage", "import", path.join(folder, "none.log"));
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("cannot be read")]);
    const state = path.join(folder, "broken.json");
    writeFileSync(state, "{}");
    expect((await lintel("usage", "import", log, "--state", state)).code).toBe(2);
  });
});

describe("lintel usage drift and undocumented", () => {
  it("list what gateways saw, of an environment", async () => {
    for (const [name, note] of [
      ["drift", "No sampled answer differs from its document."],
      ["undocumented", "Every call was for a documented operation."],
    ] as const) {
      const shown = await lintel("usage", name);
      expect([shown.code, shown.stderr], shown.stderr).toEqual([0, expect.stringContaining(note)]);
      expect(JSON.parse((await lintel("usage", name, "--json")).stdout)).toEqual([]);
      const unknown = await lintel("usage", name, "--environment", "Nowhere");
      expect(unknown.code).toBe(5);
    }
  });
});
