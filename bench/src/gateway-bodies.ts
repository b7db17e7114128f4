import { Readable } from "node:stream";
import { request } from "undici";
import { makeServerPlace } from "./engines.ts";
import { prepareGateway } from "./gateway-scene.ts";
import { startFloor, startInstallation } from "./installation.ts";
import {
  forgetPeakMemory,
  readCpuTime,
  readPeakMemory,
  readResidentMemory,
} from "./process-usage.ts";
import { describeValues, median } from "./statistics.ts";

// Measures long bodies through a gateway, both ways, against a proxy of node:http with pipes, by bytes a second and
// processor time, and the memory that the gateway needs for them. MEGABYTES sets the length of a body.

const rounds = Number(process.env["ROUNDS"] ?? 3);
const megabytes = Number(process.env["MEGABYTES"] ?? 1000);
const bytes = megabytes * 1_000_000;
const block = Buffer.alloc(65_536, "lintel ");

await using upstream = await startFloor("long-bodies-upstream.ts", {});
await using place = await makeServerPlace("gateway_bodies");
const scene = await prepareGateway(place, upstream.url, 1);
await using gateway = await startInstallation({
  ...scene.settings,
  LINTEL_ROLE: "gateway",
  LINTEL_GATEWAY_PORT: "0",
});
await using floor = await startFloor("floor-pipe.ts", { upstream: upstream.url });

const makeFigures = () => ({
  speeds: [] as number[],
  costs: [] as number[],
  growths: [] as number[],
});
const sides = {
  gateway: { url: gateway.gatewayUrl, pid: gateway.pid, down: makeFigures(), up: makeFigures() },
  floor: { url: floor.url, pid: floor.pid, down: makeFigures(), up: makeFigures() },
};
const ways = { down: receive, up: send };
for (let round = -1; round < rounds; round += 1) {
  const turn = Object.values(sides);
  for (const side of round % 2 === 0 ? turn : turn.toReversed())
    for (const way of ["down", "up"] as const) {
      await forgetPeakMemory(side.pid);
      const memory = await readResidentMemory(side.pid);
      const cpu = await readCpuTime([side.pid]);
      const began = performance.now();
      await ways[way](side.url);
      const seconds = (performance.now() - began) / 1000;
      if (round < 0) continue;
      const { speeds, costs, growths } = side[way];
      speeds.push(megabytes / seconds);
      costs.push((await readCpuTime([side.pid])) - cpu);
      growths.push((await readPeakMemory(side.pid)) - memory);
    }
}
report();

async function receive(url: string): Promise<void> {
  const answer = await request(`${url}/${bytes}`, { headers: { host: scene.host } });
  let got = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) got += chunk.length;
  if (answer.statusCode !== 200 || got !== bytes) throw new Error(`${url} gave ${got} bytes.`);
}

async function send(url: string): Promise<void> {
  const headers = { host: scene.host, "content-length": String(bytes) };
  const answer = await request(`${url}/up`, {
    method: "POST",
    headers,
    body: Readable.from(giveBlocks()),
  });
  const took = await answer.body.text();
  if (answer.statusCode !== 200 || took !== String(bytes)) throw new Error(`${url} took ${took}.`);
}

function* giveBlocks(): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= block.length)
    yield left < block.length ? block.subarray(0, left) : block;
}

function report(): void {
  console.log(`bodies of ${megabytes} MB, ${rounds} rounds`);
  for (const way of ["down", "up"] as const) {
    for (const [name, side] of Object.entries(sides)) {
      const { speeds, costs, growths } = side[way];
      console.log(
        `  ${way.padEnd(4)} ${name.padEnd(8)} ${describeValues(speeds, "MB/s")}, ${describeValues(costs, "ms of the processor")}, ${describeValues(growths, "MiB more memory")}`,
      );
    }
    const { gateway: own, floor: other } = sides;
    const ratios = own[way].speeds.map(
      (speed, at) => speed / (other[way].speeds[at] ?? Number.NaN),
    );
    const ofMedians = median(own[way].speeds) / median(other[way].speeds);
    console.log(
      `  ${way}: ${describeValues(ratios, "×")} its speed, of medians ${ofMedians.toFixed(2)}`,
    );
  }
}
