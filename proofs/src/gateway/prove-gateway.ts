import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { makeDataFolder } from "@lintel/server/testing/spawned-server";
import { findPort, makeCluster, type Cluster } from "../nodes/cluster.ts";
import { createNode, type Node } from "../nodes/node.ts";
import { createRandom, type Random } from "../stage/random.ts";
import { createVerdict, showProgress, type Verdict } from "../stage/verdict.ts";
import { startCallLoad, type Life } from "./call-load.ts";
import { checkCounts } from "./check-counts.ts";
import { checkPlans, letPlansEnd, query } from "./check-plans.ts";
import { startCountingUpstream, type CountingUpstream } from "./counting-upstream.ts";
import type { GatewayOptions } from "./options.ts";
import { startReceiver, type Receiver } from "./receiver.ts";
import { makeScene, type GatewayScene } from "./scene.ts";

/** One place at which a gateway listens, again after each kill. */
interface Place {
  readonly node: Node;
  readonly url: string;
  life: Life | null;
}

interface Proof {
  readonly options: GatewayOptions;
  readonly verdict: Verdict;
  readonly random: Random;
  readonly cluster: Cluster;
  readonly nodes: readonly Node[];
  readonly places: readonly Place[];
  /** All that began, in order. */
  readonly lives: Life[];
  readonly upstream: CountingUpstream;
  readonly receiver: Receiver;
}

const events = ["gateway", "node", "restart", "cut"] as const;
type Event = (typeof events)[number];

const operations = 6;
/** What a gateway needs to write its counts after its database has come back. */
const settleMs = 3000;
const recoveryMs = 20_000;

/** Runs the proof and prints the summary; resolves with the exit code. */
export async function proveGateway(options: GatewayOptions, programs: string): Promise<number> {
  const verdict = createVerdict("gateway", options.seed);
  const random = createRandom(options.seed);
  await using upstream = await startCountingUpstream(random.fork("upstream"));
  await using receiver = await startReceiver();
  await using cluster = await makeCluster(programs);
  await using folders = await makeFolders(4);
  const settings = {
    LINTEL_LOG_LEVEL: "warn",
    LINTEL_WEB_APP: "off",
    LINTEL_DATABASE_EU: cluster.url,
    LINTEL_MASTER_KEY: randomBytes(32).toString("hex"),
    LINTEL_EGRESS_ALLOW: "127.0.0.0/8:*",
  };
  const [first = "", second = "", ...others] = folders.paths;
  const nodes = [createNode("A", first, settings), createNode("B", second, settings)];
  const places = await Promise.all(others.map((folder) => makePlace(folder, settings)));
  const proof = { options, verdict, random, cluster, nodes, places, lives: [], upstream, receiver };
  try {
    await Promise.all(nodes.map((node) => node.start()));
    await carryOut(proof);
  } catch (error) {
    verdict.violate("the proof cannot go on", { error: String(error) });
  } finally {
    await Promise.all([...nodes, ...places.map(({ node }) => node)].map((node) => node.kill()));
  }
  return verdict.conclude();
}

async function makeFolders(count: number) {
  const made = await Promise.all(Array.from({ length: count }, () => makeDataFolder()));
  return {
    paths: made.map(({ path }) => path),
    async [Symbol.asyncDispose]() {
      await Promise.all(made.map((folder) => folder[Symbol.asyncDispose]()));
    },
  };
}

async function makePlace(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<Place> {
  const port = await findPort();
  const own = { ...settings, LINTEL_ROLE: "gateway", LINTEL_GATEWAY_PORT: String(port) };
  const node = createNode(`gateway ${port}`, folder, own);
  return { node, url: `http://127.0.0.1:${port}`, life: null };
}

const nameLife = (at: number): string => `life-${at}`;

async function beginLife({ lives }: Proof, place: Place): Promise<void> {
  await place.node.start();
  const life = { name: nameLife(lives.length), url: place.url, killedAt: null, answeredAt: [] };
  lives.push(life);
  place.life = life;
}

async function carryOut(proof: Proof): Promise<void> {
  const { options, verdict, random, nodes, places, cluster, upstream, receiver, lives } = proof;
  const [node] = nodes;
  if (node === undefined) throw new Error("There is no node.");
  const scene = await makeScene({
    url: node.url,
    folder: node.folder,
    operations,
    upstreamUrl: upstream.url,
    webhookUrl: receiver.url,
    consumers: Array.from({ length: options.kills + places.length }, (_, at) => nameLife(at)),
  });
  await Promise.all(places.map((place) => beginLife(proof, place)));
  const load = startCallLoad({
    verdict,
    random: random.fork("load"),
    clients: options.clients,
    paths: scene.paths,
    lives: () => places.flatMap(({ life }) => (life === null ? [] : [life])),
  });
  try {
    await carryOutEvents(proof, scene);
  } finally {
    await load.stop();
  }
  const codes = await Promise.all(places.map((place) => place.node.stop()));
  for (const code of codes) if (code !== 0) verdict.violate("a gateway does not stop", { code });
  const callers = `${node.url}/api/projects/${scene.projectId}/callers`;
  await checkCounts(verdict, lives, upstream, { url: callers, key: scene.key });
  await checkPlans(verdict, cluster.url, { url: node.url, scene, receiver });
}

async function carryOutEvents(proof: Proof, scene: GatewayScene): Promise<void> {
  const { options, verdict, random, cluster } = proof;
  const order = listEvents(options, random);
  const dates = [...scene.planIds];
  for (const [at, event] of order.entries()) {
    verdict.at({ event: at + 1, kind: event });
    // Plans end all along, so that phases begin while nodes are killed.
    const due = dates.splice(0, Math.ceil(dates.length / (order.length - at)));
    await letPlansEnd(cluster.url, due);
    await sleep(random.between(300, 1500));
    await carryOutEvent(proof, event, scene);
    verdict.count(`events: ${event}`);
    const progress = `${at + 1} of ${order.length} events, ${verdict.figures.get("calls") ?? 0} calls`;
    showProgress(`gateway: ${progress}, ${verdict.violations} violations`, (at + 1) % 10 === 0);
  }
}

/** All events in an order that the seed decides. */
function listEvents({ kills }: GatewayOptions, random: Random): Event[] {
  const others = Math.max(1, Math.floor(kills / 3));
  const all = events.flatMap((event) =>
    Array.from({ length: event === "gateway" ? kills : others }, () => event),
  );
  return all
    .map((event) => ({ event, at: random.between(0, 1) }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ event }) => event);
}

async function carryOutEvent(proof: Proof, event: Event, scene: GatewayScene): Promise<void> {
  const { random, cluster, nodes, places } = proof;
  if (event === "gateway") return killGateway(proof, random.pick(places));
  if (event === "node") {
    const node = random.pick(nodes);
    await node.kill();
    await node.start();
    return;
  }
  if (event === "restart") await cluster.restart(random.isTrue(0.5) ? "fast" : "immediate");
  else
    await query(
      cluster.url,
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
  await waitForNodes(proof, scene);
  // Counts that waited for the database are not those of the last seconds.
  await sleep(settleMs);
}

async function killGateway(proof: Proof, place: Place): Promise<void> {
  const { life, node } = place;
  place.life = null;
  if (life !== null) life.killedAt = performance.now();
  await node.kill();
  await beginLife(proof, place);
}

async function waitForNodes({ nodes, verdict }: Proof, { key, projectId }: GatewayScene) {
  for (const { url, name } of nodes) {
    const until = performance.now() + recoveryMs;
    const ask = () =>
      fetch(`${url}/api/projects/${projectId}/callers?take=1`, { headers: { "x-api-key": key } });
    for (;;) {
      const isServed = await ask().then(
        ({ ok }) => ok,
        () => false,
      );
      if (isServed) break;
      if (performance.now() > until)
        return verdict.violate("a node does not serve after its database does", { name });
      await sleep(100);
    }
  }
}
