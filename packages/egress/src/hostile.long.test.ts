import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { ProbeResult, ProbeTask } from "./testing/hostile-probe.ts";
import { hostileTargets } from "./testing/hostile-targets.ts";
import { openEgress } from "./testing/open-egress.ts";

const shortMs = 700;
const longMs = 20_000;
/** Targets that share a process; garbage of one counts towards the next. */
const probeSize = 8;
const run = promisify(execFile);
const pathOf = (name: string) => new URL(`./testing/${name}`, import.meta.url).pathname;

describe("hostile targets", () => {
  const server = spawn(process.execPath, [pathOf("hostile-server.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let origin = "";
  const results: ProbeResult[] = [];

  beforeAll(async () => {
    const [line] = (await once(server.stdout, "data")) as [Buffer];
    origin = `http://127.0.0.1:${line.toString().trim()}`;
    const tasks = hostileTargets.map((target, index): ProbeTask => ({
      name: target.name,
      url: `${origin}/${index}`,
      timeoutMs: target.endsByTimeout ? shortMs : longMs,
    }));
    for (let at = 0; at < tasks.length; at += probeSize) {
      const part = JSON.stringify(tasks.slice(at, at + probeSize));
      const probe = await run(process.execPath, [pathOf("hostile-probe.ts"), part]);
      results.push(...(JSON.parse(probe.stdout) as ProbeResult[]));
    }
  });

  afterAll(() => {
    server.kill();
  });

  it.each(hostileTargets.map((target, index) => ({ ...target, index })))(
    "do no harm: $name ends as $expected",
    ({ expected, endsByTimeout, index }) => {
      const result = results[index];
      expect(result?.outcome).toBe(expected);
      const maxMs = endsByTimeout ? shortMs + 2000 : longMs;
      expect(result?.elapsedMs).toBeLessThan(maxMs);
    },
  );

  it("use less than 64 MiB of additional memory", () => {
    expect(results).toHaveLength(hostileTargets.length);
    expect(Math.max(...results.map(({ peakGrowthMiB }) => peakGrowthMiB))).toBeLessThan(64);
  });

  it("do not stop the client from reaching others", async () => {
    await using egress = openEgress("127.0.0.1:*");
    const index = hostileTargets.findIndex(({ name }) => name === "silence");
    const silent = Array.from({ length: 20 }, () =>
      egress.refuseCode(`${origin}/${index}`, { timeoutMs: 300 }),
    );
    expect((await egress.get(origin)).status).toBe(204);
    expect(new Set(await Promise.all(silent))).toEqual(new Set(["TIMEOUT"]));
    expect((await egress.get(origin)).status).toBe(204);
  });
});
