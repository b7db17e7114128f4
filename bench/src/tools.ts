import { makeEmbeddedPlace, makeServerPlace, type Place } from "./engines.ts";
import { startFloor, startInstallation } from "./installation.ts";
import { loadFor, warmUp, type LoadRequest } from "./load.ts";
import { readCpuTime } from "./process-usage.ts";
import { seedCallers, type Caller } from "./seed.ts";
import { describeValues, median } from "./statistics.ts";

// Measures `tools/call` of `list_environments`, in both revisions of the protocol, against the REST
// route of the same operation, and against two bare routes with one such query: with the credential
// check of the product, to which the bar applies, and without a check. The SDK with one tool that
// does nothing shows the cost of the protocol itself. Keys of many users, limits as shipped, every
// tool registered.

const rounds = Number(process.env["ROUNDS"] ?? 7);
const seconds = Number(process.env["SECONDS"] ?? 2);
const connections = 10;
const places = {
  server: () => makeServerPlace("tools"),
  embedded: () => makeEmbeddedPlace(),
};
const tool = "list_environments";
const accept = {
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
};
const wanted = process.argv.slice(2);

for (const [engine, makePlace] of Object.entries(places)) {
  if (wanted.length > 0 && !wanted.includes(engine)) continue;
  await using place = await makePlace();
  await measure(engine, place);
}

async function measure(engine: string, place: Place): Promise<void> {
  const [organizations, users] = [50, 60];
  const callers = await seedCallers(place.location, organizations, users);
  await using floorPlace = engine === "embedded" ? await makeEmbeddedPlace() : null;
  const floorLocation = floorPlace?.location ?? place.location;
  const floorCallers =
    floorPlace === null ? callers : await seedCallers(floorLocation, organizations, users);
  await using product = await startInstallation({ LINTEL_LOG_LEVEL: "info", ...place.settings });
  await using checked = await startFloor("floor-checked.ts", floorLocation);
  await using floor = await startFloor("floor.ts", floorLocation);
  await using protocol = await startFloor("floor-protocol.ts", floorLocation);
  const nothing = (caller: Caller) => toModernCall(caller, "nothing");
  const sides = [
    makeSide(
      "tools/call 2026-07-28",
      product,
      callers.map((caller) => toModernCall(caller)),
    ),
    makeSide("tools/call 2025-11-25", product, callers.map(toEarlierCall)),
    makeSide("SDK alone, 2026-07-28", protocol, callers.map(nothing)),
    makeSide("REST, same operation", product, callers.map(toRestRequest)),
    makeSide("bare route, same check", checked, floorCallers.map(toFloorRequest)),
    makeSide("bare route, no check", floor, floorCallers.map(toFloorRequest)),
  ];
  for (const side of sides) await warmUp(side.server.url, side.requests);
  // The first round warms up code and plans.
  for (let index = -1; index < rounds; index += 1) {
    for (const side of index % 2 === 0 ? sides : sides.toReversed()) {
      const round = await measureRound(side);
      if (index >= 0) side.rounds.push(round);
    }
  }
  report(engine, sides);
}

interface Served {
  readonly url: string;
  readonly pid: number;
}

interface Round {
  /** Calls per second. */
  readonly rate: number;
  /**
   * Processor time of the server per call, in µs, which depends less on other work on the machine.
   */
  readonly cost: number;
}

interface Side {
  readonly name: string;
  readonly server: Served;
  readonly requests: readonly LoadRequest[];
  readonly rounds: Round[];
}

function makeSide(name: string, server: Served, requests: readonly LoadRequest[]): Side {
  return { name, server, requests, rounds: [] };
}

async function measureRound({ server, requests }: Side): Promise<Round> {
  const before = await readCpuTime([server.pid]);
  const { rate, count } = await loadFor(server.url, requests, { connections, seconds });
  const spent = (await readCpuTime([server.pid])) - before;
  return { rate, cost: (spent * 1000) / count };
}

function toModernCall({ key, projectId }: Caller, name = tool): LoadRequest {
  const prefix = "io.modelcontextprotocol";
  const _meta = {
    [`${prefix}/protocolVersion`]: "2026-07-28",
    [`${prefix}/clientInfo`]: { name: "bench", version: "1.0.0" },
    [`${prefix}/clientCapabilities`]: {},
  };
  const headers = {
    ...accept,
    "x-api-key": key,
    "mcp-method": "tools/call",
    "mcp-name": name,
    "mcp-protocol-version": "2026-07-28",
  };
  return toCall(projectId, headers, { name, arguments: {}, _meta });
}

function toEarlierCall({ key, projectId }: Caller): LoadRequest {
  const headers = { ...accept, "x-api-key": key, "mcp-protocol-version": "2025-11-25" };
  return toCall(projectId, headers, { name: tool, arguments: {} });
}

function toCall(projectId: string, headers: Record<string, string>, params: object): LoadRequest {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  return { method: "POST", path: `/mcp?project=${projectId}`, headers, body };
}

function toRestRequest({ key, projectId }: Caller): LoadRequest {
  const path = `/api/cli/environments?projectId=${projectId}`;
  return { method: "GET", path, headers: { "x-api-key": key } };
}

function toFloorRequest({ key, organizationId, projectId }: Caller): LoadRequest {
  const path = `/environments?organizationId=${organizationId}&projectId=${projectId}`;
  return { method: "GET", path, headers: { "x-api-key": key } };
}

function report(engine: string, sides: readonly Side[]): void {
  console.log(`${engine}, ${connections} connections, ${rounds} rounds of ${seconds} s`);
  const rateOf = ({ rounds }: Side) => median(rounds.map(({ rate }) => rate));
  for (const side of sides) {
    const rates = side.rounds.map(({ rate }) => rate);
    const costs = side.rounds.map(({ cost }) => cost);
    console.log(`  ${side.name.padEnd(22)} ${describeValues(rates, "calls/s")}`);
    const ratios = sides
      .slice(2)
      .map((floor) => `${(rateOf(side) / rateOf(floor)).toFixed(2)} of ${floor.name}`);
    console.log(`    ${describeValues(costs, "µs of its processor a call")}; ${ratios.join(", ")}`);
  }
}
