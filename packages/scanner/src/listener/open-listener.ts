import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { ScanListener } from "./listener.types.ts";

export interface ListenerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The address under which the target reaches the listener; by default host and port. */
  readonly publicUrl?: string | undefined;
  /** How long a target that requests an address later is waited for. Milliseconds. */
  readonly patienceMs?: number;
}

/** A listener in this process. Each request is answered with 204 and nothing else. */
export async function openListener(
  options: ListenerOptions,
): Promise<ScanListener & AsyncDisposable> {
  const { host, port, patienceMs = 400 } = options;
  const requested = new Set<string>();
  const server = createServer((request, response) => {
    requested.add(/[^/?]+/.exec(request.url ?? "")?.[0] ?? "");
    request.resume();
    // A connection that is used again may just be closing, and the request would be lost.
    response.writeHead(204, { connection: "close" }).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  const own = server.address() as AddressInfo;
  const base = options.publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${own.port}`;
  return {
    addressFor: (token) => `${base.replace(/\/+$/, "")}/${token}`,
    async wasRequested(token) {
      for (let turn = 0; turn < 4 && !requested.has(token); turn += 1) await wait(patienceMs / 4);
      return requested.has(token);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
