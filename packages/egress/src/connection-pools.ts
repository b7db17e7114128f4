import type { Client } from "undici";
import { Pool } from "undici";

import { createPinnedConnector } from "./connect.ts";
import type { IpAddress } from "./ip-address.ts";
import type { JudgeAddress } from "./judge-address.ts";
import { fixedLimits } from "./limits.ts";
import { checkAddresses } from "./locate-target.ts";
import { MeteredClient } from "./metered-client.ts";
import type { Target } from "./target-url.ts";

/** Connections to one origin at one set of checked addresses. */
export interface ConnectionPool {
  readonly dispatcher: Pool;
  /** Connections made so far: a request that saw none made ran on an older one. */
  connectionCount: number;
  activeCount: number;
  /** Grows with each use: the pool with the least was unused for the longest. */
  lastUse: number;
}

export interface ConnectionPools {
  /**
   * The caller counts itself in before it yields, and gives the pool back by `release`.
   *
   * @throws EgressError where a rule refuses one of the addresses
   */
  acquire(target: Target, addresses: readonly IpAddress[]): ConnectionPool;
  release(pool: ConnectionPool): void;
  close(): Promise<void>;
}

export function createConnectionPools(
  judge: JudgeAddress,
  ca: string | undefined,
): ConnectionPools {
  let uses = 0;
  const pools = new Map<string, ConnectionPool>();
  return {
    acquire(target, addresses) {
      const key = keyOf(target, addresses);
      const known = pools.get(key);
      const pool = known ?? openPool(target, checkAddresses(target, addresses, judge), judge, ca);
      uses += 1;
      pool.lastUse = uses;
      pool.activeCount += 1;
      if (known === undefined) {
        pools.set(key, pool);
        closeSurplus(pools);
      }
      return pool;
    },
    release(pool) {
      pool.activeCount -= 1;
      closeSurplus(pools);
    },
    async close() {
      const all = [...pools.values()];
      pools.clear();
      await Promise.all(all.map(({ dispatcher }) => dispatcher.close()));
    },
  };
}

/** DNS gives the same addresses in another order each time. */
function keyOf(target: Target, addresses: readonly IpAddress[]): string {
  const [first] = addresses;
  if (first !== undefined && addresses.length === 1) return `${target.origin} ${first.text}`;
  const texts = addresses.map(({ text }) => text);
  return `${target.origin} ${texts.sort().join(" ")}`;
}

function openPool(
  target: Target,
  addresses: readonly IpAddress[],
  judge: JudgeAddress,
  ca: string | undefined,
): ConnectionPool {
  const onConnected = () => {
    pool.connectionCount += 1;
  };
  const connect = createPinnedConnector(
    { target, addresses },
    { judge, onConnected, ...(ca === undefined ? {} : { ca }) },
  );
  const dispatcher = new Pool(target.origin, {
    factory: (origin) => new MeteredClient(origin, clientOptions, connect),
    connections: fixedLimits.connectionsPerOrigin,
  });
  const pool: ConnectionPool = { dispatcher, connectionCount: 0, activeCount: 0, lastUse: 0 };
  return pool;
}

const clientOptions: Client.Options = {
  allowH2: false,
  // The experimental parser counts headers differently.
  useMilo: false,
  pipelining: 1,
  maxHeaderSize: fixedLimits.headerBytes,
  // One timer over the whole request stands instead of these.
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: fixedLimits.idleConnectionMs,
  keepAliveMaxTimeout: fixedLimits.idleConnectionMaxMs,
};

/** Pools without a request go first, the longest unused of them first. */
function closeSurplus(pools: Map<string, ConnectionPool>): void {
  if (pools.size <= fixedLimits.pools) return;
  const byUse = [...pools].sort(([, one], [, other]) => one.lastUse - other.lastUse);
  for (const [key, pool] of byUse) {
    if (pools.size <= fixedLimits.pools) return;
    if (pool.activeCount > 0) continue;
    pools.delete(key);
    // Nothing runs on it, and closing reports no errors.
    void pool.dispatcher.close();
  }
}
