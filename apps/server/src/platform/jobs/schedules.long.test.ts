import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeSharedDatabase, makeTestDatabase } from "../../testing/test-database.ts";
import { openDatabase, type OpenDatabase } from "../database/open-database.ts";
import { createJobQueue, type RunningQueue } from "./job-queue.ts";
import type { Schedule } from "./schedules.ts";

const name = "report";
// Once a day, and not while a test runs.
const hour = (new Date().getUTCHours() + 12) % 24;
const daily = `0 ${hour} * * *`;
let database: OpenDatabase;
const queues: RunningQueue[] = [];

beforeEach(async () => {
  database = await openDatabase(await makeTestDatabase("schedules"));
});

afterEach(async () => {
  await stopNodes();
  await database.close();
});

async function stopNodes(): Promise<void> {
  await Promise.all(queues.splice(0).map((queue) => queue.close()));
}

/** A node that takes jobs and has the schedule, unless others are given. */
async function startNode(
  run: Schedule["run"],
  {
    over = database,
    schedules = [{}],
  }: { over?: OpenDatabase; schedules?: Partial<Schedule>[] } = {},
): Promise<void> {
  const queue = createJobQueue(pino({ level: "silent" }));
  queues.push(queue);
  const declared = schedules.map((rest) => ({ name, cron: daily, timeZone: "UTC", run, ...rest }));
  await queue.start(over, [], true, declared);
}

async function readStored(
  over = database,
): Promise<{ name: string; cron: string; timezone: string }[]> {
  const { rows } = await sql<{ name: string; cron: string; timezone: string }>`
    select name, cron, timezone from jobs.schedule order by name`.execute(over.db);
  return rows;
}

/** Makes the database look as if nothing had run for some days. */
async function missDays(days: number, over = database): Promise<void> {
  const ago = sql`now() - make_interval(days => ${days})`;
  await sql`update jobs.version set cron_on = ${ago}`.execute(over.db);
  await sql`update jobs.schedule set created_on = ${ago}`.execute(over.db);
}

async function countJobs(over = database): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; jobs: number }>`
    select name, count(*)::int as jobs from jobs.job
    where name = ${name} or state in ('created', 'retry', 'active') group by name`.execute(over.db);
  return Object.fromEntries(rows.map(({ name, jobs }) => [name, jobs]));
}

const nothing = async (): Promise<void> => {};
const expectStored = (...stored: object[]) => expect.poll(() => readStored()).toEqual(stored);

describe("a schedule", () => {
  it("has its work done once where several times were missed, and again at no start", async () => {
    let runs = 0;
    const run = async (): Promise<void> => void (runs += 1);
    await startNode(run);
    await expectStored({ name, cron: daily, timezone: "UTC" });
    await stopNodes();
    expect(runs).toBe(0);
    await missDays(5);
    await startNode(run);
    await expect.poll(() => runs).toBe(1);
    await expect.poll(() => countJobs()).toEqual({ [name]: 1 });
    await stopNodes();
    await startNode(run);
    await expectStored({ name, cron: daily, timezone: "UTC" });
    await expect.poll(() => countJobs()).toEqual({ [name]: 1 });
  });

  it("is changed by another declaration, which forgets no time that was missed", async () => {
    await startNode(nothing);
    await expectStored({ name, cron: daily, timezone: "UTC" });
    await stopNodes();
    await missDays(5);
    let runs = 0;
    const changed = { cron: `30 ${hour} * * *`, timeZone: "Europe/Berlin" };
    await startNode(async () => void (runs += 1), { schedules: [changed] });
    await expectStored({ name, cron: changed.cron, timezone: changed.timeZone });
    await expect.poll(() => runs).toBe(1);
  });

  it("goes away with its declaration", async () => {
    await startNode(nothing, { schedules: [{}, { name: "other" }] });
    await expect.poll(() => readStored()).toHaveLength(2);
    await stopNodes();
    await startNode(nothing, { schedules: [{ name: "other" }] });
    await expectStored({ name: "other", cron: daily, timezone: "UTC" });
  });

  it("has work that failed tried again, and work that is under way end with the process", async () => {
    let ended: unknown;
    await startNode(nothing);
    await expectStored({ name, cron: daily, timezone: "UTC" });
    await stopNodes();
    await missDays(2);
    let hasBegun = false;
    await startNode(async (_, signal) => {
      hasBegun = true;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      ended = signal.reason;
      throw new Error("unfinished");
    });
    await expect.poll(() => hasBegun).toBe(true);
    await stopNodes();
    expect(ended).toBe("stopped");
    const { rows } = await sql`select state from jobs.job where name = ${name}`.execute(
      database.db,
    );
    expect(rows).toEqual([{ state: "retry" }]);
  });
});

describe("a schedule of two nodes", () => {
  it("has its work done by one of them", async () => {
    const location = await makeSharedDatabase("schedules_nodes");
    if (location === null) return;
    const nodes = [await openDatabase(location), await openDatabase(location)] as const;
    try {
      const runs: number[] = [];
      const startBoth = () =>
        Promise.all(
          nodes.map((over, node) => startNode(async () => void runs.push(node), { over })),
        );
      await startBoth();
      await expect.poll(() => readStored(nodes[0])).toHaveLength(1);
      await stopNodes();
      await missDays(5, nodes[0]);
      await startBoth();
      await expect.poll(() => runs.length).toBe(1);
      await expect.poll(() => countJobs(nodes[0])).toEqual({ [name]: 1 });
      expect(runs).toHaveLength(1);
    } finally {
      await stopNodes();
      await Promise.all(nodes.map((node) => node.close()));
    }
  });
});
