import {
  createRedisConnection,
  makeScript,
  type RedisLimits,
} from "../platform/rate/redis-connection.ts";

/** On a busy machine Redis would count as away, and another store would count calls in its place. */
export const patientRedisLimits: RedisLimits = { connectMs: 30_000, commandMs: 30_000 };

/** The Redis or Valkey that tests use: `LINTEL_TEST_REDIS`, else the standard port of this machine. */
const testRedisUrl = process.env["LINTEL_TEST_REDIS"] ?? "redis://127.0.0.1:6379/0";

/** Its address; null, with a warning that tests are skipped, where none answers. */
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
