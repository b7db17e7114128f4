import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { AddressGuard } from "@lintel/egress/guarded-lookup";
import { Pool } from "undici";

/** Where the calls of a route are sent. */
export interface Upstream {
  readonly pool: Pool;
  /** Opens a connection for each call: kept ones can all have ended at the same time. */
  readonly freshPool: Pool;
  /** For calls that the pool cannot carry: with trailers, expectations and upgrades. */
  readonly agent: HttpAgent | HttpsAgent;
  readonly url: URL;
  /** The path of the address, without a slash at its end. */
  readonly basePath: string;
  /** Why it must not be called; null: it may be. */
  readonly refusal: string | null;
  readonly health: UpstreamHealth;
  readonly timeouts: UpstreamTimeouts;
}

/** How long an upstream may take to begin its answer, and to go on with it. */
export interface UpstreamTimeouts {
  readonly headersMs: number;
  readonly bodyMs: number;
}

/** Calls are refused at once for a second after several connections in a row failed. */
export interface UpstreamHealth {
  isDown(now: number): boolean;
  noteAnswer(): void;
  noteFailure(now: number): void;
}

/** Connections of a gateway to one upstream. */
const maxConnections = 512;
const usualTimeouts: UpstreamTimeouts = { headersMs: 60_000, bodyMs: 900_000 };

export function openUpstream(
  address: string,
  guard: AddressGuard,
  timeouts: UpstreamTimeouts,
): Upstream {
  const url = new URL(address);
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const lookup = guard.lookupFor(port);
  const poolOptions = {
    connections: maxConnections,
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyMs,
    keepAliveTimeout: 4000,
    allowH2: false,
    connect: { timeout: 10_000, lookup },
  };
  const options = { keepAlive: true, maxSockets: maxConnections, lookup };
  return {
    pool: new Pool(url.origin, { ...poolOptions, pipelining: 1 }),
    freshPool: new Pool(url.origin, { ...poolOptions, pipelining: 0 }),
    agent: url.protocol === "https:" ? new HttpsAgent(options) : new HttpAgent(options),
    url,
    basePath: url.pathname.replace(/\/+$/, ""),
    refusal: guard.checkHost(url.hostname, port)?.message ?? null,
    health: createHealth(),
    timeouts,
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

/** Upstreams by address; one without a route is closed when its calls have ended. */
export interface Upstreams {
  get(address: string): Upstream;
  keep(addresses: ReadonlySet<string>): void;
  close(): Promise<void>;
}

export function createUpstreams(guard: AddressGuard, timeouts = usualTimeouts): Upstreams {
  const open = new Map<string, Upstream>();
  const end = ({ pool, freshPool, agent }: Upstream) => {
    agent.destroy();
    return Promise.all([pool.close(), freshPool.close()]);
  };
  return {
    get(address) {
      const known = open.get(address) ?? openUpstream(address, guard, timeouts);
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
      for (const { agent } of all) agent.destroy();
      await Promise.all(
        all.flatMap(({ pool, freshPool }) => [pool.destroy(), freshPool.destroy()]),
      );
    },
  };
}
