import type { RateWindow } from "./rate-window.ts";
import { makeScript, type RedisConnection } from "./redis-connection.ts";

export interface RedisWindowOptions {
  readonly connection: RedisConnection;
  /** Part of every key, so that regions which share a server keep apart. */
  readonly region: string;
  /** Milliseconds of Unix time, whole in microseconds; the server's own clock unless given. */
  readonly now?: (() => number) | undefined;
}

/**
 * The window that all nodes on one Redis or Valkey share: a list a caller and one script a call.
 * The server runs one script at a time and reads its own clock, so that the window is exact
 * whatever the clocks of the nodes say.
 */
export function createRedisWindow(options: RedisWindowOptions): RateWindow {
  const { connection, region, now } = options;
  return {
    async take(key, budget) {
      const instant = now === undefined ? "" : String(Math.round(now() * 1000));
      const values = [String(budget.limit), String(budget.windowMs * 1000), instant];
      const answer = await connection.run(script, [`lintel:${region}:rate:${key}`], values);
      const [admitted, remaining, resetUs] = readNumbers(answer);
      return { isAdmitted: admitted === 1, budget, remaining, resetMs: resetUs / 1000 };
    },
    close: () => connection.close(),
  };
}

function readNumbers(answer: unknown): [number, number, number] {
  const numbers = Array.isArray(answer) ? answer.map(Number) : [];
  const [admitted, remaining, resetUs] = numbers;
  if (admitted === undefined || remaining === undefined || resetUs === undefined) {
    throw new Error("Redis answered the rate window's script with something else.");
  }
  return [admitted, remaining, resetUs];
}

// Microseconds of Unix time, oldest first. They fit a double (until the year 2255), but Lua would
// write one with 14 digits only, hence the format. A call exactly one window old has left. An
// instant in the future means that the clock went back: it counts as of now, so that it locks
// nobody out for longer than a window and still counts.
const script = makeScript(`
local key, limit, window = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local now = tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000000 + tonumber(time[2])
end
local written = string.format('%.0f', now)

local function instant(at) return tonumber(redis.call('LINDEX', key, at)) end

local oldest = instant(0)
while oldest and oldest <= now - window do
  redis.call('LPOP', key)
  oldest = instant(0)
end

local count = redis.call('LLEN', key)
local at = count - 1
while at >= 0 and instant(at) > now do
  redis.call('LSET', key, at, written)
  at = at - 1
end

local has_room = count < limit
if has_room then
  redis.call('RPUSH', key, written)
  count = count + 1
end
if has_room or at < count - 1 then
  redis.call('PEXPIRE', key, math.ceil(window / 1000))
end
local leaves = instant(math.max(count - limit, 0)) + window - now
return { has_room and 1 or 0, math.max(limit - count, 0), leaves }
`);
