import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shopIdentities, startShop, type Shop } from "@lintel/server/testing/scan-scene";
import { startService, type Service } from "./testing/service.ts";
import { startLintel } from "./testing/spawn-lintel.ts";

const document = new URL("../../bookshop/openapi.yaml", import.meta.url);
let service: Service;
let shop: Shop;

beforeAll(async () => {
  service = await startService();
  shop = await startShop(["bola"]);
  await store("Nightly", await service.makeEnvironment({ name: "here", baseUrl: shop.url }));
  await store("Branch", await service.makeEnvironment({ name: "branch", baseUrl: shop.url }));
  await store(
    "Gone",
    await service.makeEnvironment({ name: "gone", baseUrl: "http://127.0.0.1:9" }),
  );
});

async function store(name: string, environmentId: string): Promise<void> {
  const { projectId, client } = service;
  const text = await readFile(document, "utf8");
  const imported = await client.call("importSpec", { projectId, name: `API of ${name}`, text });
  if (!imported.ok) throw new Error(imported.problem.detail);
  const specVersionId = imported.value.spec?.newestVersionId ?? "";
  const fields = { projectId, name, environmentId, specVersionId, requestsPerSecond: 1000 };
  const identities = shopIdentities() as never;
  const made = await client.call("createScanProfile", { ...fields, identities });
  if (!made.ok) throw new Error(made.problem.detail);
}

afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const scan = (args: readonly string[], key = service.key) =>
  startLintel({
    args: ["scan", "--project", "Book Shop", "--url", service.url, ...args],
    env: { LINTEL_API_KEY: key },
  }).ended;

describe("lintel scan --profile", () => {
  it("fails for findings at the level, and for new ones alone if asked", async () => {
    const nightly = ["--profile", "Nightly"];
    const first = await scan([...nightly, "--json"]);
    expect(first.code, first.stderr).toBe(1);
    const { run, findings } = JSON.parse(first.stdout) as {
      run: { id: string; status: string };
      findings: { path: string; severity: string }[];
    };
    expect(run.status).toBe("completed");
    expect(findings).toMatchObject([{ path: "/orders/{orderId}", severity: "high" }]);
    const second = await scan([...nightly, "--new-only"]);
    expect(second.code, second.stderr).toBe(0);
    expect((await scan([...nightly, "--new-only", "--baseline", run.id])).code).toBe(0);
    const third = await scan([...nightly, "--fail-on", "critical", "--min-coverage", "1"]);
    expect(third.code, third.stderr).toBe(3);
    expect(third.stdout).toContain("is completed");
  });

  it("compares with another environment, such as that of the main branch", async () => {
    const branch = ["--profile", "Branch", "--new-only"];
    const alike = await scan([...branch, "--baseline", "here"]);
    expect(alike.code, alike.stderr).toBe(0);
    const gone = await scan([...branch, "--baseline", "gone"]);
    expect(gone.code, gone.stderr).toBe(1);
    expect((await scan([...branch, "--baseline", "branch"])).code).toBe(2);
    expect((await scan([...branch, "--baseline", "main"])).code).toBe(5);
  });

  it("says by its exit code why there is no verdict", async () => {
    const gone = await scan(["--profile", "Gone"]);
    expect(gone.code).toBe(3);
    expect(gone.stderr).toContain("127.0.0.1");
    expect((await scan(["--profile", "Nowhere"])).code).toBe(5);
    expect((await scan(["--profile", "Nightly"], "svc_live_wrong")).code).toBe(4);
    expect((await scan(["openapi.yaml", "--profile", "Nightly"])).code).toBe(2);
    expect((await scan(["--profile", "Nightly", "--rate", "5"])).code).toBe(2);
  });
});
