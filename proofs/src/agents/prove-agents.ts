import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { makeDataFolder } from "@lintel/server/testing/spawned-server";
import { findPort, makeCluster } from "../nodes/cluster.ts";
import { createNode, type Node } from "../nodes/node.ts";
import { createRandom, type Random } from "../stage/random.ts";
import { readEntries } from "../stage/read-back.ts";
import { callAsOperator } from "../scene/call-as-operator.ts";
import { makeTenant, type Tenant } from "../stage/tenant.ts";
import { createVerdict, showProgress, type Verdict } from "../stage/verdict.ts";
import { checkWorker } from "./check-worker.ts";
import { openFront, type Front } from "./front.ts";
import { hireWorkers, workerCount } from "./hire-workers.ts";
import type { AgentOptions } from "./options.ts";
import { settleWrites } from "./settle-writes.ts";
import { workOnce, type Worker } from "./worker.ts";

/** The state that continues from kill to kill. */
interface Proof {
  readonly options: AgentOptions;
  readonly verdict: Verdict;
  readonly random: Random;
  readonly nodes: readonly Node[];
  readonly front: Front;
  readonly tenant: Tenant;
  readonly workers: readonly Worker[];
}

/** The first messages of a client, in both generations of the protocol. */
const beginnings = ["initialize", "server/discover"] as const;

/** Runs the proof and prints the summary; resolves with the exit code. */
export async function proveAgents(options: AgentOptions, programs: string): Promise<number> {
  const verdict = createVerdict("agents", options.seed);
  const random = createRandom(options.seed);
  await using cluster = await makeCluster(programs);
  await using first = await makeDataFolder();
  await using second = await makeDataFolder();
  const settings = {
    LINTEL_LOG_LEVEL: "warn",
    LINTEL_WEB_APP: "off",
    LINTEL_DATABASE_EU: cluster.url,
    LINTEL_MASTER_KEY: randomBytes(32).toString("hex"),
  };
  // Each node restarts at its old port: the front uses it as soon as it listens.
  const make = async (name: string, folder: string) =>
    createNode(name, folder, { ...settings, LINTEL_PORT: String(await findPort()) });
  const nodes = [await make("A", first.path), await make("B", second.path)];
  try {
    await Promise.all(nodes.map((node) => node.start()));
    await setStage({ options, verdict, random, nodes });
  } catch (error) {
    verdict.violate("the proof cannot run", { error: String(error) });
  } finally {
    await Promise.all(nodes.map((node) => node.kill()));
  }
  return verdict.conclude();
}

type Stage = Pick<Proof, "options" | "verdict" | "random" | "nodes">;

async function setStage(stage: Stage): Promise<void> {
  const { verdict, random, nodes } = stage;
  await using front = await openFront(nodes);
  const { url } = front;
  const folder = nodes[0]?.folder ?? "";
  const users = workerCount + 1;
  const tenant = await makeTenant({ tag: "agents", users, url, folder, targetUrl: url });
  const { workers, peers } = await hireWorkers({ front, folder, tenant, verdict, random });
  await using _ = peers;
  await carryOut({ ...stage, front, tenant, workers });
}

async function carryOut(proof: Proof): Promise<void> {
  const { options, verdict, front, nodes } = proof;
  const begun = beginnings.map((method) => front.countOf(method));
  verdict.count("clients", proof.workers.length);
  const kills = 2 * options.killsOfNode;
  for (let done = 0; done < kills; done += 1) {
    const node = nodes[done % nodes.length];
    const [from, to] = [done, done + 1].map((at) => Math.round((at * options.calls) / kills));
    if (node === undefined) continue;
    verdict.at({ kill: done + 1, node: node.name });
    await goThrough(proof, node, (to ?? 0) - (from ?? 0));
    const calls = verdict.figures.get("calls of agents") ?? 0;
    const progress = `${done + 1} of ${kills} kills, ${calls} calls`;
    showProgress(`agents: ${progress}, ${verdict.violations} violations`, (done + 1) % 5 === 0);
  }
  verdict.at({});
  for (const [at, method] of beginnings.entries()) {
    const again = front.countOf(method) - (begun[at] ?? 0);
    verdict.count(`messages of ${method} at the beginning`, begun[at]);
    if (again > 0) verdict.violate("clients had to initialize again", { method, again });
  }
  await checkAll(proof);
}

/** Calls before, during and after the kill of a node. */
async function goThrough(proof: Proof, node: Node, calls: number): Promise<void> {
  const { verdict, random, front, workers } = proof;
  const amidst = Math.round(calls * 0.7);
  const meanwhile = Math.round(calls * 0.2);
  const working = playCalls(proof, amidst, 0);
  await killAmidst(proof, node, random.between(0, amidst / 4));
  await working;
  await Promise.all([startAgain(proof, node), playCalls(proof, meanwhile, startingMs)]);
  const before = front.servedBy(node);
  await playCalls(proof, calls - amidst - meanwhile, 0);
  // One after another, so that none of these writes is still running.
  for (const worker of workers) await settleWrites(worker);
  if (front.servedBy(node) === before) verdict.violate("a restarted node serves nothing");
}

/** The time over which calls are spread while a node starts, in milliseconds. */
const startingMs = 2500;
/** The duration of most calls on a warm node, in milliseconds. */
const callMs = 120;

/**
 * Kills a node during its calls, after it received some. Its last responses are dropped: some calls
 * are executed although their callers get no response.
 */
async function killAmidst(proof: Proof, node: Node, after: number): Promise<void> {
  const { verdict, random, front } = proof;
  for (let given = 0; given <= after; given += 1) await front.nextOf(node);
  front.lose(node, true);
  await sleep(random.between(0, callMs));
  await node.kill();
  front.lose(node, false);
  verdict.count("kills of nodes");
}

async function startAgain({ verdict }: Proof, node: Node): Promise<void> {
  await node.start().catch((error: unknown) => {
    verdict.violate("a killed node does not start again", { error: String(error) });
    throw error;
  });
}

/** Makes the given number of calls, each by a free worker, spread over `milliseconds` if given. */
async function playCalls(proof: Proof, calls: number, overMs: number): Promise<void> {
  let left = calls;
  const pauseMs = (overMs * proof.workers.length) / Math.max(1, calls);
  await Promise.all(
    proof.workers.map(async (worker) => {
      for (;;) {
        if (pauseMs > 0) await sleep(worker.random.between(0, 2 * pauseMs));
        if (left <= 0) return;
        left -= 1;
        await workOnce(worker);
      }
    }),
  );
}

async function checkAll({ verdict, tenant, nodes, front, workers }: Proof): Promise<void> {
  const key = tenant.keys.at(-1) ?? "";
  const entries = await readEntries({ verdict, url: front.url, key });
  for (const worker of workers) await checkWorker(worker, entries);
  for (const { name, folder } of nodes) {
    const verified = await callAsOperator(folder, "verifyAuditLog", tenant.slug, {});
    verdict.count("links of the audit chain verified", Number(verified["entries"]));
    if (verified["isIntact"] !== true)
      verdict.violate("the audit chain is broken", { node: name, verified });
  }
}
