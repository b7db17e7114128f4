import { createMatcher } from "@lintel/traffic/create-matcher";
import { makeLiveRoute } from "@lintel/server/transports/gateway/live-route";
import { createTrafficCounters } from "@lintel/server/transports/gateway/traffic-counters";
import { describeValues, median } from "./statistics.ts";

// Measures two parts of a gateway in this process, by processor time: matching a call with 100 and with 10,000
// operations, and counting calls of 100,000 consumers, with the memory that the counters take.

const rounds = Number(process.env["ROUNDS"] ?? 9);
const calls = 200_000;
const consumers = 100_000;

const usedMicroseconds = (act: () => void): number => {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

const listOperations = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    method: "get",
    path: `/area-${at % 40}/things-${at}/{id}`,
  }));

function measureMatching(): void {
  const sides = [100, 10_000].map((count) => {
    const matcher = createMatcher(listOperations(count));
    const targets = Array.from({ length: 1000 }, (_, at) => {
      const chosen = (at * 7919) % count;
      return `/area-${chosen % 40}/things-${chosen}/${at}?page=2`;
    });
    const run = () => {
      for (let at = 0; at < calls; at += 1)
        if (matcher.matchAll("GET", targets[at % 1000] ?? "").length !== 1)
          throw new Error("A call matches no operation.");
    };
    run();
    return { count, run, costs: [] as number[] };
  });
  for (let round = 0; round < rounds; round += 1)
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      side.costs.push(usedMicroseconds(side.run) / calls);
  for (const { count, costs } of sides)
    console.log(`  matching, ${count} operations: ${describeValues(costs, "µs a call")}`);
  const [few, many] = sides.map(({ costs }) => median(costs));
  console.log(`  10,000 against 100: ${((many ?? 0) / (few ?? 1)).toFixed(2)} ×`);
}

async function measureCounters(): Promise<void> {
  const [operation] = listOperations(1);
  const plain = { specId: "s", versionId: "v", method: "get", template: operation?.path ?? "" };
  const live = makeLiveRoute({
    organizationId: "o",
    projectId: "p",
    environmentId: "01a1fdec-c8d1-7449-94f8-ec803363c473",
    addresses: [],
    upstreamUrl: "http://127.0.0.1",
    requestsPerMinute: null,
    infoUrl: null,
    consumerFrom: [],
    registered: new Set(),
    operations: [{ ...plain, method: "get", path: plain.template, plans: [], sunsetAt: null }],
  });
  const found = live.matcher.match("GET", "/area-0/things-0/7");
  const names = Array.from({ length: consumers }, (_, at) => at.toString(16).padStart(64, "c"));
  const counters = createTrafficCounters({ writeCounts: async () => {} }, () => "id", {
    warn: () => {},
    error: () => {},
  } as never);
  const add = () => {
    for (const consumer of names)
      counters.add(live, found, { method: "GET", path: "/", consumer, status: 200, at: 0 });
  };
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  add();
  globalThis.gc?.();
  const memory = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  const costs = Array.from({ length: rounds }, () => usedMicroseconds(add) / consumers);
  await counters.close(1000);
  console.log(`  ${consumers} counters: ${memory.toFixed(1)} MiB`);
  console.log(`  counting a call of one of them: ${describeValues(costs, "µs")}`);
}

measureMatching();
await measureCounters();
