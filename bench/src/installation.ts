import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseLocation } from "@lintel/server/platform/database/open-database";

/** The response of a floor to every request. */
export interface FixedAnswer {
  readonly headers: Readonly<Record<string, string>>;
  /** Base64. */
  readonly body: string;
}

export const root = path.join(import.meta.dirname, "../..");

/** A server of the product in a separate process, with rate limits as shipped. */
export interface Installation extends AsyncDisposable {
  readonly url: string;
  /** Origin of the portal for readers. */
  readonly portalUrl: string;
  /** Of its gateway; "" without one. */
  readonly gatewayUrl: string;
  readonly folder: string;
  readonly pid: number;
}

export async function startInstallation(
  settings: Readonly<Record<string, string>> = {},
  checkout = root,
): Promise<Installation> {
  const parent = await mkdtemp(path.join(tmpdir(), "lintel-bench-"));
  const folder = settings["LINTEL_DATA"] ?? path.join(parent, "data");
  const entry = [path.join(checkout, "apps/server/src/main.ts")];
  const child = await startProcess(parent, entry, {
    LINTEL_DATA: folder,
    LINTEL_PORT: "0",
    LINTEL_REGIONS: "eu",
    LINTEL_LOG_LEVEL: "error",
    LINTEL_WEB_APP: "off",
    LINTEL_EGRESS_ALLOW: "127.0.0.0/8:*",
    ...settings,
  });
  const portalUrl = /readers: (https?:\/\/[^/\s]+)/.exec(child.said)?.[1] ?? "";
  const gatewayUrl = /gateway[^:]*: (https?:\/\/[^/\s,]+)/i.exec(child.said)?.[1] ?? "";
  return { ...child, portalUrl, gatewayUrl, folder };
}

/** A floor of this folder in a separate process, with a database or a fixed response. */
export async function startFloor(
  file: string,
  location: DatabaseLocation | FixedAnswer | object,
): Promise<AsyncDisposable & { readonly url: string; readonly pid: number }> {
  const parent = await mkdtemp(path.join(tmpdir(), "lintel-floor-"));
  const entry = [path.join(import.meta.dirname, file), JSON.stringify(location)];
  return startProcess(parent, entry, {});
}

/** Options of Node for the processes under test, such as `--cpu-prof`. */
const nodeOptions = (process.env["BENCH_NODE_OPTIONS"] ?? "").split(" ").filter(Boolean);

/** Its output goes to a file, as a service's does: a pipe would cost the load generator time. */
async function startProcess(
  parent: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
) {
  const output = path.join(parent, "output.log");
  const descriptor = openSync(output, "w");
  const child = spawn(process.execPath, [...nodeOptions, ...args], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", descriptor, "inherit"],
  });
  closeSync(descriptor);
  const { url, said } = await waitForUrl(child, output);
  return {
    url,
    said,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGTERM");
      await ended;
      await rm(parent, { recursive: true, force: true });
    },
  };
}

async function waitForUrl(
  child: ChildProcess,
  output: string,
): Promise<{ readonly url: string; readonly said: string }> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode}.`);
    const said = await readFile(output, "utf8");
    const match = /listens at (\S+)/.exec(said);
    if (match?.[1] !== undefined) return { url: match[1], said };
    await sleep(20);
  }
}

/** An API with the same response to every request, for the suites of benches. */
export async function startTarget(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json" }).end('{"id":7,"name":"seven"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
