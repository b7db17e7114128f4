import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { makeOrganization } from "../../testing/factories.ts";
import {
  makeScanScene,
  shopIdentities,
  startShop,
  type ScanScene,
} from "../../testing/scan-scene.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
let scene: ScanScene;

beforeAll(async () => {
  app = await useTestApp();
  scene = await makeScanScene(app);
});

/** A target that answers with a function. */
async function startTarget(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const bearer = (name: string) => ({ name, auth: { type: "bearer", token: `token of ${name}` } });

describe("a run of a scan profile", () => {
  it("is queued, scans the target with its identities, and shows what it came to", async () => {
    await using shop = await startShop(["bola"]);
    const environmentId = await scene.makeEnvironment(shop.url);
    const profile = await scene.makeProfile({ environmentId });
    const queued = await scene.start(profile);
    expect(queued).toMatchObject({ status: "queued", trigger: "api", startedAt: null });
    const run = await scene.waitForEnd(queued);
    expect(run).toMatchObject({ status: "completed", errorMessage: null, currentScannerId: null });
    expect(Number(run["coverage"])).toBeGreaterThan(0.3);
    expect(run["scannersCompleted"]).toBe(run["enabledScannerCount"]);
    expect(shop.requests).toContain("POST /customers/login");
    const details = await scene.send({
      method: "GET",
      path: `/scan-runs/${String(run["id"])}/details`,
    });
    expect(details.body).toMatchObject({ leftBehind: [] });
    expect(details.body["access"]).toContainEqual({
      identity: "alice",
      operation: "GET /admin/stats",
      isAllowed: false,
    });
    expect(Number(details.body["requestCount"])).toBeGreaterThan(50);
    const read = await scene.send({
      method: "GET",
      path: `/scan-profiles/${String(profile["id"])}`,
    });
    expect(read.body["lastRunAt"]).toBe(run["startedAt"]);
    for (const line of app.logged) expect(line).not.toContain("alice-reads-at-night");
  });

  it("finds a weakness, sees that it is fixed and that it is back, and tests it on request", async () => {
    // A project of its own: the same weakness of another environment is another finding.
    const scene = await makeScanScene(app);
    const path = "/findings?status=open&scannerId=object-reading";
    const listOpen = async () => (await scene.send({ method: "GET", path })).body;
    const shop = await startShop(["bola"]);
    const profile = await scene.makeProfile({
      environmentId: await scene.makeEnvironment(shop.url),
    });
    await scene.waitForEnd(await scene.start(profile));
    const found = await listOpen();
    expect(found["items"]).toMatchObject([
      { guidanceId: "SVC01001", method: "GET", path: "/orders/{orderId}", severity: "high" },
    ]);
    const id = String(found["items"]?.[0]?.["id"]);
    const retest = async () => {
      const answer = await scene.send({ method: "POST", path: `/findings/${id}/retest` });
      expect(answer.status, answer.text).toBe(202);
      return scene.waitForEnd(answer.body);
    };
    expect(await retest()).toMatchObject({ status: "completed", checksTotal: 1, checksFailed: 1 });
    expect((await listOpen())["total"]).toBe(1);
    await shop[Symbol.asyncDispose]();
    const sound = await startShop([], shop.port);
    expect(await retest()).toMatchObject({ status: "completed", checksTotal: 1, checksPassed: 1 });
    expect((await listOpen())["total"]).toBe(0);
    const fixed = await scene.send({ method: "GET", path: `/findings/${id}` });
    expect(fixed.body).toMatchObject({ status: "fixed", firstSeenScanRunId: expect.any(String) });
    const run = await scene.waitForEnd(await scene.start(profile));
    // The shop answers without encryption on this machine, which is information.
    expect(run).toMatchObject({ status: "completed", openFindingsCount: 1, securityScore: 100 });
    await sound[Symbol.asyncDispose]();
    await using _ = await startShop(["bola"], shop.port);
    expect(await retest()).toMatchObject({ status: "completed", checksFailed: 1 });
    expect((await listOpen())["items"]).toMatchObject([{ id, guidanceId: "SVC01001" }]);
  });

  it("is answered again while it waits, and follows the one that is running", async () => {
    await using shop = await startShop();
    const environmentId = await scene.makeEnvironment(shop.url);
    const profile = await scene.makeProfile({ environmentId, requestsPerSecond: 10 });
    const first = await scene.start(profile);
    await expect.poll(() => shop.requests.length, { timeout: 20_000 }).toBeGreaterThan(0);
    const second = await scene.start(profile);
    expect(second["id"]).not.toBe(first["id"]);
    expect((await scene.start(profile))["id"]).toBe(second["id"]);
    expect(await scene.read(second)).toMatchObject({ status: "queued" });
    const cancel = (id: unknown) =>
      scene.send({ method: "POST", path: `/scan-runs/${String(id)}/cancel` });
    const cancelled = await cancel(first["id"]);
    expect(cancelled.status).toBe(202);
    expect(await scene.waitForEnd(first)).toMatchObject({
      status: "cancelled",
      errorMessage: null,
      securityScore: null,
    });
    await expect
      .poll(async () => (await scene.read(second))["status"], { timeout: 20_000 })
      .toBe("running");
    const third = await scene.start(profile);
    expect((await cancel(third["id"])).body).toMatchObject({ status: "cancelled" });
    const ended = await scene.read(third);
    expect((await cancel(third["id"])).body).toEqual(ended);
    await cancel(second["id"]);
    expect(await scene.waitForEnd(second)).toMatchObject({ status: "cancelled" });
  });

  it("deletes what it created when it is cancelled", async () => {
    await using shop = await startShop();
    const environmentId = await scene.makeEnvironment(shop.url);
    const identities = shopIdentities(["alice", "bob", "carol"]);
    const profile = await scene.makeProfile({ environmentId, identities, requestsPerSecond: 50 });
    const run = await scene.start(profile);
    const isCreated = () => shop.requests.includes("POST /books");
    await expect.poll(isCreated, { timeout: 60_000, interval: 20 }).toBe(true);
    await scene.send({ method: "POST", path: `/scan-runs/${String(run["id"])}/cancel` });
    expect(await scene.waitForEnd(run)).toMatchObject({ status: "cancelled" });
    const ledger = await readLedger(String(run["id"]));
    expect(ledger.length).toBeGreaterThan(0);
    expect(new Set(ledger.map(({ state }) => state))).not.toContain("created");
  });

  const readLedger = async (runId: string) => {
    const db = await app.cells.eu.platform.database();
    return db
      .selectFrom("scanLedgerEntry")
      .select(["operation", "path", "state"])
      .where("scanRunId", "=", runId)
      .execute();
  };

  it("fails with a clear message where it cannot scan", async () => {
    await using shop = await startShop();
    const here = await scene.makeEnvironment(shop.url);
    const gone = await scene.makeEnvironment("http://127.0.0.1:9");
    const [alice] = shopIdentities(["alice"]);
    const wrong = { ...alice, auth: { ...alice?.auth, body: { email: "nobody@example.test" } } };
    const cases = [
      [{ environmentId: gone }, /127\.0\.0\.1/],
      [{ environmentId: here, identities: [wrong] }, /^alice could not sign in with POST/],
      [
        { environmentId: here, specVersionId: null, documentUrl: `${shop.url}/nowhere` },
        /answered with status 404/,
      ],
      [{ environmentId: here, scope: { include: ["GET /nowhere"], exclude: [] } }, /no operation/],
    ] as const;
    for (const [fields, message] of cases) {
      const run = await scene.waitForEnd(await scene.start(await scene.makeProfile(fields)));
      expect(run).toMatchObject({ status: "failed", securityScore: null });
      expect(run["errorMessage"]).toMatch(message);
    }
  });

  it("sends secrets only to the address for which they were entered", async () => {
    await using shop = await startShop();
    await using other = await startShop();
    const environmentId = await scene.makeEnvironment(shop.url);
    const profile = await scene.makeProfile({ environmentId });
    const path = `/api/projects/${scene.projectId}/environments/${environmentId}`;
    const { rowVersion } = (await scene.send({ method: "GET", path })).body;
    const body = { rowVersion, baseUrl: other.url };
    expect((await scene.send({ method: "PATCH", path, body })).status).toBe(200);
    const run = await scene.waitForEnd(await scene.start(profile));
    expect(run["errorMessage"]).toMatch(/Enter them again/);
    expect([...shop.requests, ...other.requests]).toEqual([]);
  });

  it("sends nothing that writes to a read-only environment", async () => {
    await using shop = await startShop();
    const environmentId = await scene.makeEnvironment(shop.url, { isReadOnly: true });
    const identities = [bearer("alice"), bearer("bob")];
    const profile = await scene.makeProfile({ environmentId, identities, isDisposable: true });
    expect(await scene.waitForEnd(await scene.start(profile))).toMatchObject({
      status: "completed",
    });
    expect(shop.requests.length).toBeGreaterThan(10);
    expect(shop.requests.filter((one) => !/^(?:GET|HEAD|OPTIONS) /.test(one))).toEqual([]);
  });

  it("follows no redirect to another address", async () => {
    let reached = 0;
    await using inside = await startTarget((_, response) => {
      reached += 1;
      response.end("{}");
    });
    await using target = await startTarget((_, response) => {
      response.writeHead(302, { location: inside.url }).end();
    });
    const environmentId = await scene.makeEnvironment(target.url);
    const identities = [bearer("alice"), bearer("bob")];
    const profile = await scene.makeProfile({ environmentId, identities });
    const run = await scene.waitForEnd(await scene.start(profile));
    expect(run).toMatchObject({ status: "completed", coverage: 0, securityScore: null });
    expect(reached).toBe(0);
  });

  it("ends where a target streams without an end, and can be cancelled where one hangs", async () => {
    await using stream = await startTarget((_, response) => {
      const chunk = Buffer.alloc(256 * 1024, "x");
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", more);
      more();
    });
    const identities = [bearer("alice"), bearer("bob")];
    const endless = await scene.makeProfile({
      environmentId: await scene.makeEnvironment(stream.url),
      identities,
    });
    const streamed = await scene.waitForEnd(await scene.start(endless));
    expect(streamed).toMatchObject({ status: "failed", coverage: 0 });
    await using hanging = await startTarget(() => undefined);
    const silent = await scene.makeProfile({
      environmentId: await scene.makeEnvironment(hanging.url),
      identities,
    });
    const run = await scene.start(silent);
    await scene.send({ method: "POST", path: `/scan-runs/${String(run["id"])}/cancel` });
    expect(await scene.waitForEnd(run)).toMatchObject({ status: "cancelled" });
  });
});

describe("starting a scan", () => {
  it("is refused for a disabled profile, for a viewer, and for what another project has", async () => {
    const environmentId = await scene.makeEnvironment("http://127.0.0.1:9");
    const profile = await scene.makeProfile({ environmentId, isEnabled: false });
    const path = `/scan-profiles/${String(profile["id"])}/run`;
    const disabled = await scene.send({ method: "POST", path });
    expect([disabled.status, disabled.body["code"]]).toEqual([409, "SCAN_PROFILE_DISABLED"]);
    const refused = await scene.send({ method: "POST", path, key: scene.viewerKey });
    expect(refused.status).toBe(403);
    const other = await makeScanScene(app);
    const run = await scene.start(await scene.makeProfile({ environmentId }));
    const runPath = `/scan-runs/${String(run["id"])}`;
    for (const [method, elsewhere] of [
      ["POST", path],
      ["POST", `/scan-profiles/${String(profile["id"])}/plan`],
      ["GET", runPath],
      ["POST", `${runPath}/cancel`],
      ["POST", `/findings/${crypto.randomUUID()}/retest`],
    ] as const)
      expect((await other.send({ method, path: elsewhere })).status, elsewhere).toBe(404);
    await scene.waitForEnd(run);
  });

  it("needs the plan", async () => {
    const free = await makeOrganization(app, { plan: "free" });
    const path = `/scan-profiles/${crypto.randomUUID()}/run`;
    const { status } = await scene.send({ method: "POST", path, key: free.owner.key });
    expect([403, 404]).toContain(status);
  });
});

describe("the plan of a scan", () => {
  it("says what will work, and sends nothing that writes but sign-ins", async () => {
    await using shop = await startShop();
    const environmentId = await scene.makeEnvironment(shop.url);
    const profile = await scene.makeProfile({ environmentId });
    const path = `/scan-profiles/${String(profile["id"])}/plan`;
    const { status, body, text } = await scene.send({ method: "POST", path });
    expect(status, text).toBe(200);
    expect(body["identities"]).toEqual([
      { name: "alice", works: true, reason: null },
      { name: "bob", works: true, reason: null },
    ]);
    expect(body["operations"]).toContainEqual({
      operation: "GET /orders",
      works: true,
      identity: "alice",
      reason: null,
    });
    expect(body).toMatchObject({ endedBecause: null });
    expect(Number(body["requestsAtMost"])).toBeGreaterThan(Number(body["checksTotal"]));
    const writes = shop.requests.filter((one) => !/^(?:GET|HEAD|OPTIONS) /.test(one));
    expect(new Set(writes)).toEqual(new Set(["POST /customers/login"]));
  });

  it("takes values that work from the suite of the profile", async () => {
    await using shop = await startShop();
    const base = `/api/projects/${scene.projectId}`;
    const create = async (path: string, body: object) =>
      (await scene.send({ method: "POST", path: `${base}/${path}`, body })).body;
    const slug = { name: "slug", in: "path", required: true, schema: { type: "string" } };
    const paths = { "/categories/{slug}": { get: { parameters: [slug], responses: {} } } };
    const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
    const imported = await create("specs/import", { name: "Categories", text });
    const suite = await create("suites", { name: "Categories" });
    await create(`suites/${String(suite["id"])}/cases`, {
      name: "reads one",
      request: { method: "GET", url: "/categories/gothic" },
    });
    const given = {
      environmentId: await scene.makeEnvironment(shop.url),
      specVersionId: imported["spec"]?.["newestVersionId"],
    };
    const worksWith = async (fields: object) => {
      const { id } = await scene.makeProfile({ ...given, ...fields });
      const path = `/scan-profiles/${String(id)}/plan`;
      const { body } = await scene.send({ method: "POST", path });
      return (body["operations"] as unknown as { works: boolean }[]).map(({ works }) => works);
    };
    expect(await worksWith({})).toEqual([false]);
    expect(await worksWith({ suiteId: suite["id"] })).toEqual([true]);
  });
});
