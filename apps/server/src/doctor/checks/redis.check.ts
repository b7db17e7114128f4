import { createClient } from "@redis/client";
import type { DatabaseLocation } from "../../platform/database/open-database.ts";
import { fault, ok, type Check, type Finding } from "./check.types.ts";

const limitMs = 3000;

export const redisCheck: Check = {
  name: "rate windows",
  summary: "Each configured Redis or Valkey server answers.",
  async look({ regions }) {
    return Promise.all(
      regions.map(async ({ region, location, redis }) =>
        redis === null ? ok(`Region ${region}: ${places[location.engine]}`) : ask(region, redis),
      ),
    );
  },
};

const places: Readonly<Record<DatabaseLocation["engine"], string>> = {
  server: "stored in its database; no Redis is configured.",
  embedded: "stored in the memory of the server's process; no Redis is configured.",
};

async function ask(region: string, url: string): Promise<Finding> {
  const { hostname, port } = new URL(url);
  const place = `Region ${region}: ${hostname}:${port || 6379}`;
  const socket = { connectTimeout: limitMs, reconnectStrategy: false as const };
  const client = createClient({ url, socket });
  // Errors are also thrown below.
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
