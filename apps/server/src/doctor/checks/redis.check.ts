import { createClient } from "@redis/client";
import type { DatabaseLocation } from "../../platform/database/open-database.ts";
import { fault, ok, type Check, type Finding } from "./check.types.ts";

const limitMs = 3000;

export const redisCheck: Check = {
  name: "rate windows",
  summary: "The Redis or Valkey server of each region that has one answers.",
  async look({ regions }) {
    return Promise.all(
      regions.map(async ({ region, location, redis }) =>
        redis === null ? ok(`Region ${region}: ${places[location.engine]}`) : ask(region, redis),
      ),
    );
  },
};

const places: Readonly<Record<DatabaseLocation["engine"], string>> = {
  server: "kept in its database; no Redis is set.",
  embedded: "kept in the memory of the server's process; no Redis is set.",
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
