import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeScanScene, startShop, type ScanScene } from "../../testing/scan-scene.ts";
import { buildTestApp, useTestApp, type TestApp } from "../../testing/test-app.ts";
import { makeSharedDatabase } from "../../testing/test-database.ts";
import { createHostPace } from "./host-pace.ts";
import { scanSchedule } from "./scan.schedule.ts";

const signal = new AbortController().signal;

describe("scans of several nodes", () => {
  let web: TestApp;
  let worker: TestApp | null = null;
  let scene: ScanScene;

  beforeAll(async () => {
    const sharedLocation = await makeSharedDatabase("scan_nodes");
    if (sharedLocation === null) return;
    web = await buildTestApp({ name: "scan_web", sharedLocation, takesJobs: false });
    scene = await makeScanScene(web);
    worker = await buildTestApp({ name: "scan_worker", sharedLocation });
    await worker.cells.eu.open();
  });

  afterAll(async () => {
    await Promise.all([web?.close(), worker?.close()]);
  });

  it("are carried out by a node that takes jobs, and cancelled on any node", async () => {
    if (worker === null) return;
    await using shop = await startShop();
    const environmentId = await scene.makeEnvironment(shop.url);
    const profile = await scene.makeProfile({ environmentId, requestsPerSecond: 20 });
    const run = await scene.start(profile);
    await expect.poll(() => shop.requests.length, { timeout: 30_000 }).toBeGreaterThan(5);
    expect(await scene.read(run, worker)).toMatchObject({ status: "running" });
    const next = await scene.start(profile);
    const path = `/scan-runs/${String(run["id"])}/cancel`;
    await scene.send({ method: "POST", path });
    expect(await scene.waitForEnd(run)).toMatchObject({ status: "cancelled" });
    await scene.send({ method: "POST", path: `/scan-runs/${String(next["id"])}/cancel` });
    expect(await scene.waitForEnd(next)).toMatchObject({ status: "cancelled" });
  });
});

describe("the pace of a host", () => {
  it("is shared by all who ask for it, and halved when the target limits", async () => {
    const { platform } = (await useTestApp()).cells.eu;
    const db = await platform.database();
    const waits: number[] = [];
    let now = 0;
    const clock = {
      now: () => now,
      wait: async (ms: number) => {
        waits.push(ms);
        now += ms;
      },
    };
    const host = `${crypto.randomUUID()}:80`;
    const onError = (error: unknown): never => {
      throw error;
    };
    const make = () => createHostPace({ db, host, requestsPerSecond: 1, clock, onError });
    const [one, other] = [make(), make()];
    for (const pace of [one, other, one, other]) await pace.take(signal);
    // Five instants of one second each are reserved; the database's clock hardly moves.
    const total = waits.reduce((sum, ms) => sum + ms, 0);
    expect(total).toBeGreaterThan(2500);
    one.slowDown();
    await one.take(signal);
    const rows = await db.selectFrom("scanHostPace").selectAll().execute();
    expect(rows.find((row) => row.host === host)).toMatchObject({ perSecond: 0.5 });
  });
});

describe("the schedule of scans", () => {
  it("starts a scan once where times were missed, in the time zone of the profile", async () => {
    const app = await useTestApp();
    const scene = await makeScanScene(app);
    const { platform } = app.cells.eu;
    const db = await platform.database();
    const environmentId = await scene.makeEnvironment("http://127.0.0.1:9");
    const given = { environmentId, cronSchedule: "0 3 * * *", cronTimeZone: "Europe/Berlin" };
    const profile = await scene.makeProfile(given);
    const id = String(profile["id"]);
    const disabled = await scene.makeProfile({ ...given, isEnabled: false });
    const at = async (now: Date) => {
      const clock = { ...platform.clock, now: () => now };
      await scanSchedule({ ...platform, clock }).run(db, signal);
    };
    const count = async (profileId: unknown) =>
      (
        await scene.send({
          method: "GET",
          path: `/scan-runs?scanProfileId=${String(profileId)}`,
        })
      ).body["totalCount"];
    const next = async () =>
      (
        await db
          .selectFrom("scanProfile")
          .select("nextRunAt")
          .where("id", "=", id)
          .executeTakeFirstOrThrow()
      ).nextRunAt;
    await at(new Date());
    const first = await next();
    expect(first?.toISOString()).toMatch(/T0[12]:00:00\.000Z$/);
    expect(await count(id)).toBe(0);
    const later = new Date((first?.getTime() ?? 0) + 5 * 24 * 3600 * 1000);
    await at(later);
    await at(later);
    expect(await count(id)).toBe(1);
    expect(await count(disabled["id"])).toBe(0);
    expect((await next())?.getTime()).toBeGreaterThan(later.getTime());
    const { body } = await scene.send({ method: "GET", path: `/scan-runs?scanProfileId=${id}` });
    expect(body["items"]).toMatchObject([{ trigger: "scheduled" }]);
  });
});
