import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { makeDataFolder } from "@lintel/server/testing/spawned-server";
import { startTargetApi } from "@lintel/server/testing/target-api";
import { call, type Caller } from "../stage/call.ts";
import { waitForEnds } from "../stage/check-runs.ts";
import { checkTenant } from "../stage/check-tenant.ts";
import { startLoad, type Load } from "../load/load.ts";
import { createRandom, type Random } from "../stage/random.ts";
import { makeTenant, type Tenant } from "../stage/tenant.ts";
import { createVerdict, showProgress, type Verdict } from "../stage/verdict.ts";
import { checkEndTimes, endOfRunsMs, type Interruption } from "./check-end-times.ts";
import { makeCluster, type Cluster } from "./cluster.ts";
import { createNode, type Node } from "./node.ts";
import type { NodeOptions, RestartMode } from "./options.ts";
import { startRateProbe, type RateProbe } from "./rate-probe.ts";

/** The state that continues from event to event. */
interface Proof {
  readonly options: NodeOptions;
  readonly verdict: Verdict;
  readonly random: Random;
  readonly cluster: Cluster;
  readonly nodes: readonly Node[];
  readonly targetUrl: string;
  readonly tenant: Tenant;
  readonly probe: RateProbe;
  readonly interruptions: Interruption[];
}

type Event = { readonly kill: number } | { readonly restart: RestartMode };

/** Small, so that the probe exhausts it; the load is spread over users, so that it rarely does. */
const budget = { limit: 30, windowMs: 3000 };
const users = 24;
/** The time within which a node serves again after its database does, in milliseconds. */
const recoveryMs = 10_000;
/** The number of events after which runs get time to end and everything is checked. */
const eventsBetweenChecks = 8;

/** Runs the proof and prints the summary; resolves with the exit code. */
export async function proveNodes(options: NodeOptions, programs: string): Promise<number> {
  const verdict = createVerdict("nodes", options.seed);
  const random = createRandom(options.seed);
  await using target = await startTargetApi();
  await using cluster = await makeCluster(programs);
  await using first = await makeDataFolder();
  await using second = await makeDataFolder();
  const settings = {
    LINTEL_LOG_LEVEL: "warn",
    LINTEL_WEB_APP: "off",
    LINTEL_DATABASE_EU: cluster.url,
    LINTEL_MASTER_KEY: randomBytes(32).toString("hex"),
    LINTEL_EGRESS_ALLOW: "127.0.0.0/8:*",
    LINTEL_RATE_LIMIT: String(budget.limit),
    LINTEL_RATE_WINDOW_SECONDS: String(budget.windowMs / 1000),
  };
  const nodes = [createNode("A", first.path, settings), createNode("B", second.path, settings)];
  try {
    // Both at once, so that they create the database at the same time.
    await Promise.all(nodes.map((node) => node.start()));
    await carryOut(await setStage({ options, verdict, random, cluster, nodes }, target.url));
  } catch (error) {
    verdict.violate("a node does not serve", { error: String(error) });
  } finally {
    await Promise.all(nodes.map((node) => node.kill()));
  }
  return verdict.conclude();
}

type Stage = Pick<Proof, "options" | "verdict" | "random" | "cluster" | "nodes">;

async function setStage(stage: Stage, targetUrl: string): Promise<Proof> {
  const { verdict, random, nodes } = stage;
  const [node] = nodes;
  if (node === undefined) throw new Error("There is no node.");
  const { url, folder } = node;
  const made = await makeTenant({ tag: "nodes", users: users + 1, url, folder, targetUrl });
  const [key = "", ...keys] = made.keys;
  const probe = startRateProbe({
    verdict,
    key,
    budget,
    random: random.fork("probe"),
    chooseUrl: () => random.pick(nodes).url,
  });
  return { ...stage, targetUrl, tenant: { ...made, keys }, probe, interruptions: [] };
}

async function carryOut(proof: Proof): Promise<void> {
  const { options, probe, verdict, nodes } = proof;
  const events = listEvents(options);
  try {
    for (let done = 0; done < events.length; done += eventsBetweenChecks) {
      const load = beginLoad(proof, done);
      const next = events.slice(done, done + eventsBetweenChecks);
      try {
        for (const [at, event] of next.entries()) {
          await carryOutEvent(proof, event, done + at, events.length);
        }
      } finally {
        await load.stop();
      }
      await checkAll(proof);
    }
  } finally {
    await probe.stop();
  }
  probe.check();
  for (const node of nodes) {
    const code = await node.stop();
    if (code !== 0) verdict.violate("a node does not stop on SIGTERM", { node: node.name, code });
  }
}

async function carryOutEvent(proof: Proof, event: Event, at: number, of: number): Promise<void> {
  const { verdict } = proof;
  verdict.at({ event: at + 1, ...event });
  if ("kill" in event) await killNode(proof, event.kill);
  else await restartDatabase(proof, event.restart);
  const writes = verdict.figures.get("acknowledged writes") ?? 0;
  const progress = `${at + 1} of ${of} kills and restarts, ${writes} acknowledged writes`;
  showProgress(`nodes: ${progress}, ${verdict.violations} violations`, (at + 1) % 10 === 0);
}

/** The nodes in turn, with the restarts spread evenly between the kills. */
function listEvents({ killsOfNode, restarts }: NodeOptions): Event[] {
  const events: Event[] = Array.from({ length: 2 * killsOfNode }, (_, at) => ({ kill: at % 2 }));
  const step = events.length / (restarts.length + 1);
  const places = restarts.map((_, at) => Math.round(step * (at + 1)) + at);
  for (const [at, restart] of restarts.entries()) events.splice(places[at] ?? 0, 0, { restart });
  return events;
}

function beginLoad(proof: Proof, at: number): Load {
  const { verdict, tenant, random, targetUrl, nodes, options } = proof;
  const fork = random.fork(`load ${at}`);
  return startLoad({
    verdict,
    tenant,
    targetUrl,
    clients: options.clients,
    random: fork,
    chooseUrl: () => fork.pick(nodes).url,
  });
}

async function killNode(proof: Proof, at: number): Promise<void> {
  const { verdict, random, nodes, interruptions } = proof;
  const node = nodes[at];
  if (node === undefined) return;
  await sleep(random.between(200, 2500));
  const from = Date.now();
  await node.kill();
  interruptions.push({ from, to: Date.now() });
  verdict.count("kills of nodes");
  await sleep(random.between(0, 1500));
  await node.start().catch((error: unknown) => {
    verdict.violate("a killed node does not start again", {
      node: node.name,
      error: String(error),
    });
    throw error;
  });
}

async function restartDatabase(proof: Proof, mode: RestartMode): Promise<void> {
  const { verdict, random, cluster, nodes, probe, interruptions } = proof;
  await sleep(random.between(200, 2500));
  const [from, began] = [Date.now(), performance.now()];
  await cluster.restart(mode);
  interruptions.push({ from, to: Date.now() });
  // A crash empties the unlogged table; an orderly restart loses nothing.
  if (mode === "immediate") probe.noteLoss({ from: began, to: performance.now() });
  verdict.count(`restarts of the database, ${mode}`);
  await Promise.all(nodes.map((node) => checkRecovery(proof, node)));
}

/** A running node serves again without help. */
async function checkRecovery({ verdict, tenant, random }: Proof, node: Node): Promise<void> {
  const since = performance.now();
  const { projectId } = tenant;
  for (;;) {
    const caller = { verdict, url: node.url, key: random.pick(tenant.keys) };
    const answer = await call(caller, "listEnvironments", { projectId });
    const tookMs = performance.now() - since;
    if (answer.kind === "done") {
      verdict.raise("longest from the database's return to a node's, ms", tookMs);
      return;
    }
    if (tookMs > recoveryMs || !node.isUp) {
      const { status, code, requestId } = answer;
      verdict.violate("a node does not recover after a restart of the database", {
        node: node.name,
        isUp: node.isUp,
        tookMs,
        status,
        code,
        requestId,
        printed: node.printed().slice(-2000),
      });
      return;
    }
    await sleep(100);
  }
}

async function checkAll(proof: Proof): Promise<void> {
  const { verdict, tenant, nodes, interruptions } = proof;
  const since = interruptions.at(-1)?.to ?? Date.now();
  for (const { url, folder } of nodes) {
    const caller = createReader(verdict, url, tenant);
    await waitForEnds(caller, tenant, { since, deadline: since + endOfRunsMs });
    await checkTenant(caller, tenant, folder);
    await checkEndTimes(caller, tenant, interruptions);
  }
}

/** Reads as all users in turn, because each has a small budget. */
function createReader(verdict: Verdict, url: string, { keys }: Tenant): Caller {
  let turn = 0;
  return {
    verdict,
    url,
    get key() {
      turn += 1;
      return keys[turn % keys.length] ?? "";
    },
  };
}
