import {
  createRedisConnection,
  makeScript,
  type RedisLimits,
} from "../platform/rate/redis-connection.ts";

/**
 * On a busy machine a short limit would make Redis count as away, and another store would count the
 * calls.
 */
export const patientRedisLimits: RedisLimits = { connectMs: 30_000, commandMs: 30_000 };

/** The Redis or Valkey that tests use: `LINTEL_TEST_REDIS`, else the standard port of this machine. */
const testRedisUrl = process.env["LINTEL_TEST_REDIS"] ?? "redis://127.0.0.1:6379/0";

/** Its address, or null and a warning about skipped tests if none answers. */
export async function findTestRedis(): Promise<string | null> {
  const connection = createRedisConnection(testRedisUrl, patientRedisLimits);
  try {
    await connection.run(makeScript("return 1"), [], []);
    return testRedisUrl;
  } catch (error) {
    console.warn(`Skipped, for no Redis answers at ${testRedisUrl}: ${String(error)}`);
    return null;
  } finally {
    await connection.close();
  }
}
