import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

export const root = path.join(import.meta.dirname, "../..");

/** A server of the product in a process of its own, with rate limits as shipped. */
export interface Installation extends AsyncDisposable {
  readonly url: string;
  readonly folder: string;
}

export async function startInstallation(
  settings: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const parent = await mkdtemp(path.join(tmpdir(), "lintel-bench-"));
  const folder = path.join(parent, "data");
  const child = spawn(process.execPath, [path.join(root, "apps/server/src/main.ts")], {
    env: {
      ...process.env,
      LINTEL_DATA: folder,
      LINTEL_PORT: "0",
      LINTEL_REGIONS: "eu",
      LINTEL_LOG_LEVEL: "error",
      LINTEL_EGRESS_ALLOW: "127.0.0.0/8:*",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await waitForUrl(child);
  return {
    url,
    folder,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGTERM");
      await ended;
      await rm(parent, { recursive: true, force: true });
    },
  };
}

function waitForUrl(child: ChildProcess): Promise<string> {
  let printed = "";
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const match = /Lintel listens at (\S+)/.exec(printed);
      if (match?.[1] !== undefined) resolve(match[1]);
    });
    child.once("close", (code) => reject(new Error(`The server ended with ${code}.`)));
  });
}

/** An API that answers every request alike: the suites of benches call it. */
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
