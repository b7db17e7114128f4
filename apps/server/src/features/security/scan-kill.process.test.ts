import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { createClient } from "@lintel/client/create-client";
import { demoCustomers } from "@lintel/bookshop/store/demo-credentials";
import { shopIdentities, startShop } from "../../testing/scan-scene.ts";
import { makeDataFolder, runServerCommand, spawnServer } from "../../testing/spawned-server.ts";

const document = new URL("../../../../bookshop/openapi.yaml", import.meta.url);
const settings = { LINTEL_EGRESS_ALLOW: "127.0.0.1:*" };
const org = "--name Acme --slug acme --owner-email o@example.com --owner-name Olive".split(" ");
const key = "--user-id o@example.com --name tests --json".split(" ");

/** What the accounts of the shop have that a scan can create. */
async function readShop(url: string): Promise<unknown> {
  const read = async ({ email, password }: { email: string; password: string }) => {
    const login = await fetch(`${url}/customers/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    const { accessToken } = (await login.json()) as { accessToken: string };
    const headers = { authorization: `Bearer ${accessToken}` };
    const paths = ["/stock-alerts", "/orders"];
    return Promise.all(
      paths.map(async (path) => (await fetch(`${url}${path}`, { headers })).json()),
    );
  };
  return Promise.all(Object.values(demoCustomers).map(read));
}

it("a scan whose server is killed is ended after the restart, and what it created is removed", async () => {
  await using folder = await makeDataFolder("eu");
  await using shop = await startShop();
  const before = await readShop(shop.url);
  await runServerCommand(folder.path, ["admin", "org", "create", ...org]);
  const made = await runServerCommand(folder.path, ["admin", "key", "create", ...key]);
  const { key: apiKey } = JSON.parse(made.stdout) as { key: string };
  const first = await spawnServer(folder.path, settings);
  const client = createClient({ baseUrl: first.url, apiKey });
  const must = <T>(answer: { ok: true; value: T } | { ok: false }): T => {
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    return answer.value;
  };
  const { id: projectId } = must(await client.call("createProject", { name: "Shop" }));
  const environment = { projectId, name: "here", baseUrl: shop.url };
  const { id: environmentId } = must(
    await client.call("createEnvironment", { ...environment, type: "development" }),
  );
  const text = await readFile(document, "utf8");
  const { spec } = must(await client.call("importSpec", { projectId, name: "Shop", text }));
  const profile = must(
    await client.call("createScanProfile", {
      projectId,
      name: "Nightly",
      environmentId,
      specVersionId: spec?.newestVersionId ?? "",
      identities: shopIdentities(["alice", "bob", "carol"]) as never,
      requestsPerSecond: 40,
    }),
  );
  const { id: runId } = must(
    await client.call("runScanProfile", { projectId, profileId: profile.id }),
  );
  const creations = () => shop.created.filter((one) => one.endsWith("/stock-alerts"));
  await expect.poll(() => creations().length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(1);
  await first.end("SIGKILL");
  expect(await readShop(shop.url)).not.toEqual(before);

  const second = await spawnServer(folder.path, settings);
  try {
    const again = createClient({ baseUrl: second.url, apiKey });
    const read = async () => must(await again.call("getScanRun", { projectId, runId }));
    await expect
      .poll(async () => (await read()).status, { timeout: 60_000, interval: 200 })
      .toBe("failed");
    const details = must(await again.call("getScanRunDetails", { projectId, runId }));
    expect((await read()).errorMessage).toContain("interrupted");
    // A creation whose answer the killed process did not read has no address; it is listed.
    if (details.leftBehind.length === 0) expect(await readShop(shop.url)).toEqual(before);
    expect(details.leftBehind.filter(({ path }) => path !== null)).toEqual([]);
  } finally {
    await second.end("SIGTERM");
  }
});
