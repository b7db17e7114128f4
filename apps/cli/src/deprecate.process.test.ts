import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type Service } from "./testing/service.ts";
import { startLintel } from "./testing/spawn-lintel.ts";

const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  paths: {
    "/pets/{id}": { get: { summary: "Read a pet", responses: {} } },
    "/v2/pets/{id}": { get: { responses: {} } },
  },
};

let service: Service;
let guide: string;

beforeAll(async () => {
  service = await startService();
  const { client, projectId } = service;
  const made = await client.call("importSpec", { projectId, text: JSON.stringify(document) });
  if (!made.ok) throw new Error(made.problem.detail);
  const { spec, version } = made.value;
  await client.call("publishSpecVersion", {
    projectId,
    specId: spec?.id ?? "",
    versionId: version?.id ?? "",
  });
  guide = path.join(mkdtempSync(path.join(tmpdir(), "lintel-guide-")), "move.md");
  writeFileSync(guide, "Call the other.\u001b[2J");
});

afterAll(() => service[Symbol.asyncDispose]());

const run = (args: readonly string[]) =>
  startLintel({
    args: ["deprecate", ...args, "--url", service.url],
    env: { LINTEL_API_KEY: service.key },
  }).ended;
const ofPets = (name: string, ...args: string[]) =>
  run([name, ...args, "--project", "Book Shop", "--spec", "Pets"]);

/** Calls of a registered consumer, of one that is not, and of nobody. */
async function callPets(): Promise<void> {
  const { client, projectId } = service;
  const [spec] = await listSpecs();
  await client.call("saveConsumer", { projectId, name: "Partner", credentials: ["key of it"] });
  const call = { specId: spec?.id ?? "", method: "get", path: "/pets/{id}" } as const;
  const occurredAt = new Date(Date.now() - 86_400_000).toISOString();
  const reported = await client.call("reportUsage", {
    projectId,
    batchId: "calls",
    calls: [
      { ...call, occurredAt, consumer: "key of it", count: 3 },
      { ...call, occurredAt, consumer: "another key", count: 2 },
      { ...call, occurredAt },
    ],
  });
  if (!reported.ok) throw new Error(reported.problem.detail);
}

async function listSpecs() {
  const listed = await service.client.call("listSpecs", { projectId: service.projectId });
  return listed.ok ? listed.value.items : [];
}

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe("lintel deprecate", () => {
  it("announces, shows, changes, lists, retires and cancels", async () => {
    const refused = await ofPets("announce", "GET /pets/{id}", "--sunset", inDays(30));
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("  The policy demands a migration guide.");
    expect(refused.stderr.match(/The policy demands/g)).toHaveLength(2);
    expect(refused.stderr).toMatch(/Next: Add --sunset \d{4}-\d\d-\d\d and --guide FILE; /);
    expect(refused.stderr).not.toContain("violations");
    const fields = ["--guide", guide, "--successor", "get /v2/pets/{petId}", "--shutdown"];
    const announced = await ofPets(
      "announce",
      "GET /pets/{other}",
      "--sunset",
      inDays(100),
      ...fields,
    );
    expect(announced.code, announced.stderr).toBe(0);
    expect(announced.stdout).toContain("GET /pets/{id}  in the grace period");
    expect(announced.stdout).toContain("headers, brown-outs for 7 days, 410 from the sunset on");
    expect(announced.stdout).not.toContain("\u001b[2J");
    const again = await ofPets("announce", "GET /pets/{id}", "--sunset", inDays(100), ...fields);
    expect(again.stderr).toContain("It already has a deprecation plan.");
    const changed = await ofPets("change", "GET /pets/{id}", "--reduce-rate", "90", "--headers=no");
    expect(changed.stdout).toContain("90 % fewer requests");
    expect(changed.stdout).not.toContain("headers");
    expect((await ofPets("change", "GET /pets/{id}")).code).toBe(2);
    const listed = await run(["list"]);
    expect(listed.stdout).toMatch(/gracePeriod\s+GET \/pets\/\{id\}\s+Pets\s+Book Shop/);
    expect((await run(["list", "--within", "5"])).stderr).toContain("Nothing is deprecated.");
    const shown = await ofPets("show", "GET /pets/{id}", "--json");
    expect(JSON.parse(shown.stdout)).toMatchObject({
      plan: { rateLimitReductionPercent: 90, autoShutdown: true },
      usage: { totalRequests: 0 },
    });
    const trial = await ofPets("brown-out", "GET /pets/{id}", "--minutes", "5");
    expect(trial.stdout).toContain("Calls of GET /pets/{id} are answered 410 until");
    await callPets();
    const called = await ofPets("show", "GET /pets/{id}");
    expect(called.stdout).toContain("Successor GET /v2/pets/{id}");
    expect(called.stdout).toMatch(/^Partner\s+3\s/m);
    expect(called.stdout).toMatch(/^unknown caller [\w-]{6}…\s+2\s/m);
    expect(called.stdout).toMatch(/^anonymous\s+1\s/m);
    const active = await ofPets("retire", "GET /pets/{id}");
    expect(active.stderr).toContain("Called in the last seven days by ");
    expect(active.stderr).toContain("Next: Notify them first, or add --confirm-active-consumers.");
    expect(active.stderr).not.toContain("confirmActiveConsumers");
    const ended = await ofPets("retire", "GET /pets/{id}", "--confirm-active-consumers");
    expect(ended.stdout).toMatch(/GET \/pets\/\{id\} {2}retired\nRetired .*, before its sunset on/);
    expect((await ofPets("cancel", "GET /pets/{id}")).stdout).toContain("cancelled");
    expect((await ofPets("show", "GET /pets/{id}")).code).toBe(5);
  });

  it("reviews what waits for an approval, and forces a phase with a reason", async () => {
    const set = await run(["policy", "--preset", "relaxed", "--require-approval"]);
    expect(set.stdout).toContain("A plan needs   an approval");
    const version = ["--version", "1.0.0"];
    const announced = await ofPets("announce", ...version, "--sunset", inDays(60));
    expect(announced.stdout).toContain("1.0.0  waits for an approval");
    expect((await ofPets("review", ...version)).code).toBe(2);
    const silent = await ofPets("review", ...version, "--reject");
    expect(silent.stderr).toContain("Next: Add --comment TEXT, which says why.");
    expect((await ofPets("review", ...version, "--approve")).stdout).toContain("grace period");
    expect((await ofPets("force", ...version)).code).toBe(2);
    const forced = await ofPets("force", ...version, "--justification", "It leaks.");
    expect(forced.stdout).toContain("in the sunset phase");
    expect((await ofPets("notify", ...version)).stdout).toContain("0 messages sent.");
    await ofPets("cancel", ...version);
    await run(["policy", "--require-approval", "no", "--reminders", "30,7"]);
    expect((await run(["policy"])).stdout).toContain("30, 7 days before");
  });

  it("sets and clears the plain date of a version, and names what is missing", async () => {
    const version = ["--version", "1.0.0"];
    const set = await ofPets("sunset", ...version, "--sunset", "2031-01-01");
    expect(set.stdout).toContain("Version 1.0.0 ends on 2031-01-01.");
    expect((await ofPets("sunset", ...version)).code).toBe(2);
    expect((await ofPets("sunset", ...version, "--clear")).stdout).toContain("has no sunset");
    expect((await ofPets("show")).code).toBe(2);
    const missing = await ofPets("show", "GET /pet/{id}");
    expect(missing.code).toBe(5);
    expect(missing.stderr).toContain("Close: GET /pets/{id}");
    expect((await run(["show", "GET /pets/{id}", "--project", "Book Shop"])).stderr).toContain(
      "--spec is missing.",
    );
  });
});
