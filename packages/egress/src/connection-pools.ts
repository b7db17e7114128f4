import type { Client } from "undici";
import { Pool } from "undici";

import { digestCertificate, type ClientCertificate } from "./client-certificate.ts";
import { createPinnedConnector } from "./connect.ts";
import type { IpAddress } from "./ip-address.ts";
import type { CheckAddress } from "./check-address.ts";
import { fixedLimits } from "./limits.ts";
import { checkAddresses } from "./locate-target.ts";
import { MeteredClient } from "./metered-client.ts";
import type { Target } from "./target-url.ts";

/** Connections to one origin at one set of checked addresses, with one client certificate or none. */
export interface ConnectionPool {
  readonly dispatcher: Pool;
  /**
   * Number of connections made. A request during which it did not grow used an existing connection.
   */
  connectionCount: number;
  activeCount: number;
  /** Grows with each use: the pool with the smallest value is the least recently used. */
  lastUse: number;
}

export interface ConnectionPools {
  /**
   * The caller must count itself in before it yields, and must return the pool with `release`.
   *
   * @throws EgressError where a rule refuses one of the addresses
   */
  acquire(
    target: Target,
    addresses: readonly IpAddress[],
    clientCertificate: ClientCertificate | undefined,
  ): ConnectionPool;
  release(pool: ConnectionPool): void;
  close(): Promise<void>;
}

export function createConnectionPools(
  checkAddress: CheckAddress,
  ca: string | undefined,
): ConnectionPools {
  let uses = 0;
  const pools = new Map<string, ConnectionPool>();
  return {
    acquire(target, addresses, clientCertificate) {
      const key = keyOf(target, addresses, clientCertificate);
      const known = pools.get(key);
      const pool =
        known ??
        openPool(target, checkAddresses(target, addresses, checkAddress), {
          checkAddress,
          ca,
          clientCertificate,
        });
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

/** DNS returns the same addresses in varying order. */
function keyOf(
  target: Target,
  addresses: readonly IpAddress[],
  clientCertificate: ClientCertificate | undefined,
): string {
  const own = clientCertificate === undefined ? "" : ` ${digestCertificate(clientCertificate)}`;
  const [first] = addresses;
  if (first !== undefined && addresses.length === 1) return `${target.origin} ${first.text}${own}`;
  const texts = addresses.map(({ text }) => text);
  return `${target.origin} ${texts.sort().join(" ")}${own}`;
}

interface PoolOptions {
  readonly checkAddress: CheckAddress;
  readonly ca: string | undefined;
  readonly clientCertificate: ClientCertificate | undefined;
}

function openPool(
  target: Target,
  addresses: readonly IpAddress[],
  { checkAddress, ca, clientCertificate }: PoolOptions,
): ConnectionPool {
  const onConnected = () => {
    pool.connectionCount += 1;
  };
  const connect = createPinnedConnector(
    { target, addresses },
    {
      checkAddress,
      onConnected,
      ...(ca === undefined ? {} : { ca }),
      ...(clientCertificate === undefined ? {} : { clientCertificate }),
    },
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
  // One timer for the whole request replaces these.
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: fixedLimits.idleConnectionMs,
  keepAliveMaxTimeout: fixedLimits.idleConnectionMaxMs,
};

/** Closes idle pools, the least recently used first. */
function closeSurplus(pools: Map<string, ConnectionPool>): void {
  if (pools.size <= fixedLimits.pools) return;
  const byUse = [...pools].sort(([, one], [, other]) => one.lastUse - other.lastUse);
  for (const [key, pool] of byUse) {
    if (pools.size <= fixedLimits.pools) return;
    if (pool.activeCount > 0) continue;
    pools.delete(key);
    // It has no request, and closing reports no errors.
    void pool.dispatcher.close();
  }
}
