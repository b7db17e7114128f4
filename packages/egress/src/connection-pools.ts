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
  // In the order of last use.
  const pools = new Map<string, ConnectionPool>();
  return {
    acquire(target, addresses) {
      const key = keyOf(target, addresses);
      const pool =
        pools.get(key) ?? openPool(target, checkAddresses(target, addresses, judge), judge, ca);
      pool.activeCount += 1;
      pools.delete(key);
      pools.set(key, pool);
      closeSurplus(pools);
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
  const pool: ConnectionPool = { dispatcher, connectionCount: 0, activeCount: 0 };
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
  for (const [key, pool] of pools) {
    if (pools.size <= fixedLimits.pools) return;
    if (pool.activeCount > 0) continue;
    pools.delete(key);
    // Nothing runs on it, and closing reports no errors.
    void pool.dispatcher.close();
  }
}
