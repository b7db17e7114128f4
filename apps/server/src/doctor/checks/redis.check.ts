import { createClient } from "@redis/client";
import { fault, ok, type Check, type Finding } from "./check.types.ts";

const limitMs = 3000;

export const redisCheck: Check = {
  name: "rate windows",
  summary: "The Redis or Valkey server of each region that has one answers.",
  async look({ regions }) {
    const named = regions.flatMap(({ region, redis }) =>
      redis === null ? [] : [{ region, redis }],
    );
    if (named.length === 0) return [ok("Kept in the databases: no Redis is set.")];
    return Promise.all(named.map(({ region, redis }) => ask(region, redis)));
  },
};

async function ask(region: string, url: string): Promise<Finding> {
  const { hostname, port } = new URL(url);
  const place = `Region ${region}: ${hostname}:${port || 6379}`;
  const socket = { connectTimeout: limitMs, reconnectStrategy: false as const };
  const client = createClient({ url, socket });
  // What goes wrong is thrown below as well.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.ping();
    return ok(`${place} answers.`);
  } catch (error) {
    return fault(
      `${place} does not answer (${(error as Error).message}).`,
      `Start Redis or Valkey, or correct LINTEL_REDIS_${region.toUpperCase()}. Until then each node counts calls by itself.`,
    );
  } finally {
    client.destroy();
  }
}
