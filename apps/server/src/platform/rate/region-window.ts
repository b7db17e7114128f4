import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { Database, DatabaseLocation } from "../database/open-database.ts";
import { createFallbackWindow } from "./fallback-window.ts";
import { createMemoryWindow } from "./memory-window.ts";
import { createPostgresWindow } from "./postgres-window.ts";
import type { RateWindow } from "./rate-window.ts";
import { createRedisConnection, type RedisLimits } from "./redis-connection.ts";
import { createRedisWindow } from "./redis-window.ts";
import { rememberRefusals } from "./remembered-refusals.ts";

export interface RegionWindowOptions {
  readonly region: string;
  readonly engine: DatabaseLocation["engine"];
  /** The address of a Redis or Valkey server, if there is one. */
  readonly redis: string | null;
  /** How long that server may take; less than a second unless given. */
  readonly redisLimits?: RedisLimits | undefined;
  readonly database: () => Promise<Database>;
  readonly clock: Clock;
  readonly log: Logger;
  /** A clock in milliseconds instead of the shared store's, for tests. */
  readonly now: (() => number) | undefined;
  /** Receives a function that returns whether Redis is away and the other store serves. */
  readonly watchFallback?: (isActive: () => boolean) => void;
}

/**
 * The window of one region, in the fastest place that all its nodes share: Redis where there is
 * one, else the database server; the embedded database has a single node, which remembers.
 */
export function createRegionWindow(options: RegionWindowOptions): RateWindow {
  const { region, engine, redis, redisLimits, database, clock, now } = options;
  const { monotonic } = clock;
  const own =
    engine === "embedded"
      ? createMemoryWindow(monotonic)
      : createPostgresWindow({ database, monotonic, now });
  if (redis === null) return rememberRefusals(own, monotonic);
  const connection = createRedisConnection(redis, redisLimits);
  const first = createRedisWindow({ connection, region, now });
  const log = options.log.child({ region });
  const { watchFallback } = options;
  return rememberRefusals(
    createFallbackWindow({ first, second: own, monotonic, log, watchFallback }),
    monotonic,
  );
}
