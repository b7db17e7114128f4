import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { AddressGuard } from "@lintel/egress/guarded-lookup";
import { Pool } from "undici";

/** Where the calls of a route are sent. */
export interface Upstream {
  readonly pool: Pool;
  /** For calls that the pool cannot carry: with trailers, expectations and upgrades. */
  readonly agent: HttpAgent | HttpsAgent;
  readonly url: URL;
  /** The path of the address, without a slash at its end. */
  readonly basePath: string;
  /** Why it must not be called; null: it may be. */
  readonly refusal: string | null;
  readonly health: UpstreamHealth;
}

/** Calls are refused at once for a second after several connections in a row failed. */
export interface UpstreamHealth {
  isDown(now: number): boolean;
  noteAnswer(): void;
  noteFailure(now: number): void;
}

/** Connections of a gateway to one upstream. */
const maxConnections = 512;
/** How long an upstream may take to begin its answer, and to go on with it. */
export const headersTimeoutMs = 60_000;
const bodyTimeoutMs = 900_000;

export function openUpstream(address: string, guard: AddressGuard): Upstream {
  const url = new URL(address);
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const lookup = guard.lookupFor(port);
  const pool = new Pool(url.origin, {
    connections: maxConnections,
    pipelining: 1,
    headersTimeout: headersTimeoutMs,
    bodyTimeout: bodyTimeoutMs,
    keepAliveTimeout: 4000,
    allowH2: false,
    connect: { timeout: 10_000, lookup },
  });
  const options = { keepAlive: true, maxSockets: maxConnections, lookup };
  return {
    pool,
    agent: url.protocol === "https:" ? new HttpsAgent(options) : new HttpAgent(options),
    url,
    basePath: url.pathname.replace(/\/+$/, ""),
    refusal: guard.checkHost(url.hostname, port)?.message ?? null,
    health: createHealth(),
  };
}

const failuresUntilDown = 5;
const downMs = 1000;

function createHealth(): UpstreamHealth {
  let failures = 0;
  let downUntil = 0;
  return {
    isDown: (now) => now < downUntil,
    noteAnswer() {
      failures = 0;
    },
    noteFailure(now) {
      failures += 1;
      if (failures >= failuresUntilDown) downUntil = now + downMs;
    },
  };
}

/** Upstreams by address; those that no route has any more are closed when their calls have ended. */
export interface Upstreams {
  get(address: string): Upstream;
  keep(addresses: ReadonlySet<string>): void;
  close(): Promise<void>;
}

export function createUpstreams(guard: AddressGuard): Upstreams {
  const open = new Map<string, Upstream>();
  const end = ({ pool, agent }: Upstream) => {
    agent.destroy();
    return pool.close();
  };
  return {
    get(address) {
      const known = open.get(address) ?? openUpstream(address, guard);
      open.set(address, known);
      return known;
    },
    keep(addresses) {
      for (const [address, upstream] of open)
        if (!addresses.has(address)) {
          open.delete(address);
          void end(upstream);
        }
    },
    async close() {
      const all = [...open.values()];
      open.clear();
      await Promise.all(all.map(({ pool, agent }) => (agent.destroy(), pool.destroy())));
    },
  };
}
