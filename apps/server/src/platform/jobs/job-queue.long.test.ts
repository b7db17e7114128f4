import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeSharedDatabase, makeTestDatabase } from "../../testing/test-database.ts";
import { openDatabase, type OpenDatabase } from "../database/open-database.ts";
import { createJobQueue, type RunningQueue } from "./job-queue.ts";
import type { HeldJob, JobHandler } from "./job.types.ts";
import { selectHeldJobs } from "./live-jobs.ts";

const kind = "errand";
let database: OpenDatabase;
const queues: RunningQueue[] = [];

beforeEach(async () => {
  database = await openDatabase(await makeTestDatabase("jobs"));
});

afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.close()));
  await database.close();
});

/** A node: a queue that works, over its own connections where the database is a server's. */
async function startNode(
  handle: JobHandler["handle"],
  rest: Partial<JobHandler> & { over?: OpenDatabase; works?: boolean } = {},
): Promise<RunningQueue> {
  const { over = database, works = true, ...handler } = rest;
  const queue = createJobQueue(pino({ level: "silent" }));
  queues.push(queue);
  await queue.start(over, [{ kind, concurrency: 4, ...handler, handle }], works);
  return queue;
}

async function enqueue(queue: RunningQueue, data: object, over = database): Promise<string> {
  const id = crypto.randomUUID();
  await over.db.transaction().execute((trx) => queue.enqueue(trx, kind, data, id));
  return id;
}

/** Resolves when the job's signal is aborted, with the reason. */
function endOf(job: HeldJob): Promise<unknown> {
  return new Promise((resolve) => {
    job.signal.addEventListener("abort", () => resolve(job.signal.reason), { once: true });
  });
}

describe("the job queue", () => {
  it("makes its tables once, however many nodes start on an empty database together", async () => {
    for (let round = 0; round < 5; round += 1) {
      const location = await makeSharedDatabase(`jobs_first_${round}`);
      if (location === null) return;
      const nodes = await Promise.all(Array.from({ length: 4 }, () => openDatabase(location)));
      try {
        // A connection that has made a schema before does not see another one's schema at once.
        const make = (name: string) => sql`create schema ${sql.id(name)}`;
        await Promise.all(nodes.map(({ db }, index) => make(`own_${index}`).execute(db)));
        const started = nodes.map((over) => startNode(async () => {}, { over }));
        expect(await Promise.allSettled(started)).toEqual(
          started.map(() => expect.objectContaining({ status: "fulfilled" })),
        );
      } finally {
        await Promise.all(queues.splice(0).map((queue) => queue.close()));
        await Promise.all(nodes.map((node) => node.close()));
      }
    }
  });

  it("delivers committed jobs once, and none that was rolled back", async () => {
    const handled: number[] = [];
    const queue = await startNode(async ({ data }) => {
      handled.push((data as { n: number }).n);
    });
    const undone = database.db.transaction().execute(async (trx) => {
      await queue.enqueue(trx, kind, { n: 0 }, crypto.randomUUID());
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    for (const n of [1, 2, 3]) await enqueue(queue, { n });
    queue.wake(kind);
    await expect.poll(() => handled.length).toBe(3);
    queue.wake(kind);
    await queue.stopWork();
    // Those of one millisecond come in any order.
    expect(handled.toSorted()).toEqual([1, 2, 3]);
  });

  it("carries out at most as many at the same time as its handler allows", async () => {
    let atOnce = 0;
    let most = 0;
    let done = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, (atOnce += 1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      atOnce -= 1;
      done += 1;
    };
    const queue = await startNode(work, { concurrency: 2 });
    await Promise.all(Array.from({ length: 7 }, (_, n) => enqueue(queue, { n })));
    queue.wake(kind);
    await expect.poll(() => done).toBe(7);
    expect(most).toBe(2);
  });

  it("tries a failed job again, six times in all", async () => {
    const attempts = { once: 0, always: 0 };
    const queue = await startNode(async ({ data }) => {
      const name = (data as { name: "once" | "always" }).name;
      attempts[name] += 1;
      if (name === "always" || attempts.once === 1) throw new Error("no luck");
    });
    await enqueue(queue, { name: "once" });
    await enqueue(queue, { name: "always" });
    queue.wake(kind);
    await expect.poll(() => attempts).toEqual({ once: 2, always: 6 });
    queue.wake(kind);
    await queue.stopWork();
    expect(attempts).toEqual({ once: 2, always: 6 });
  });

  it("cancels a waiting job, and signals the holder of a running one", async () => {
    const ends: unknown[] = [];
    const begun: string[] = [];
    const queue = await startNode(
      async (job) => {
        begun.push(job.id);
        ends.push(await endOf(job));
      },
      { concurrency: 1 },
    );
    const first = await enqueue(queue, {});
    queue.wake(kind);
    await expect.poll(() => begun).toEqual([first]);
    const second = await enqueue(queue, {});
    for (const id of [second, first]) {
      await database.db.transaction().execute((trx) => queue.cancel(trx, kind, id));
    }
    await expect.poll(() => ends).toEqual(["withdrawn"]);
    await queue.stopWork();
    expect(begun).toEqual([first]);
  });

  it("signals its jobs when the process stops, and waits for them", async () => {
    let ended: unknown;
    const queue = await startNode(async (job) => {
      const reason = await endOf(job);
      await new Promise((resolve) => setTimeout(resolve, 20));
      ended = reason;
    });
    await enqueue(queue, {});
    queue.wake(kind);
    await expect.poll(async () => (await heldIds()).length).toBe(1);
    await queue.stopWork();
    expect(ended).toBe("stopped");
  });

  it("enqueues without working if configured so, and leaves the job to a working node", async () => {
    const handled: unknown[] = [];
    const web = await startNode(async () => void handled.push("web"), { works: false });
    await enqueue(web, {});
    web.wake(kind);
    await startNode(async () => void handled.push("worker"));
    await expect.poll(() => handled).toEqual(["worker"]);
  });

  it("looks for orphans soon after it starts, but not before a first call can be answered", async () => {
    let sweeps = 0;
    await startNode(async () => {}, { sweep: async () => void (sweeps += 1) });
    expect(sweeps).toBe(0);
    await expect.poll(() => sweeps).toBe(1);
  });

  it("begins no work after it was asked to stop", async () => {
    let sweeps = 0;
    const queue = await startNode(async () => {}, { sweep: async () => void (sweeps += 1) });
    await queue.stopWork();
    queue.wake(kind);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(sweeps).toBe(0);
  });

  it("releases, at the start of an embedded region, the jobs that the previous process held", async () => {
    if (database.engine === "server") return;
    const never = new Promise<never>(() => {});
    const dead = createJobQueue(pino({ level: "silent" }));
    await dead.start(database, [{ kind, concurrency: 1, handle: () => never }], true);
    const id = await enqueue(dead, {});
    dead.wake(kind);
    await expect.poll(heldIds).toEqual([id]);
    const taken: string[] = [];
    await startNode(async (job) => void taken.push(job.id));
    await expect.poll(() => taken).toEqual([id]);
  });
});

describe("the job queue of two nodes", () => {
  it("gives every job to exactly one of them", async () => {
    const location = await makeSharedDatabase("jobs_nodes");
    if (location === null) return;
    const nodes = [await openDatabase(location), await openDatabase(location)] as const;
    try {
      const takenBy: { node: number; n: number }[] = [];
      const working = await Promise.all(
        nodes.map((over, node) =>
          startNode(
            async ({ data }) => {
              takenBy.push({ node, n: (data as { n: number }).n });
              await new Promise((resolve) => setTimeout(resolve, 50));
            },
            { over },
          ),
        ),
      );
      const [first] = working;
      if (first === undefined) throw new Error("No node was started.");
      await Promise.all(Array.from({ length: 40 }, (_, n) => enqueue(first, { n }, nodes[0])));
      for (const node of working) node.wake(kind);
      await expect.poll(() => takenBy.length).toBe(40);
      expect(new Set(takenBy.map(({ n }) => n)).size).toBe(40);
      expect(new Set(takenBy.map(({ node }) => node))).toEqual(new Set([0, 1]));
    } finally {
      await Promise.all(queues.splice(0).map((queue) => queue.close()));
      await Promise.all(nodes.map((node) => node.close()));
    }
  });
});

function heldIds(): Promise<string[]> {
  return selectHeldJobs(database.db, kind);
}
