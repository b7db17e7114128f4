import { createBookshop } from "./bookshop.ts";

/**
 * Serves the bookshop on 127.0.0.1. `BOOKSHOP_PORT`: 4010 by default, 0 for any free one.
 * `BOOKSHOP_WEAKNESSES`: names, separated by commas. `BOOKSHOP_REQUESTS_PER_MINUTE`: the limit of
 * one address. `BOOKSHOP_ORIGINS`: origins, separated by commas, whose pages can call the shop in
 * addition to those of this machine.
 */
async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const app = createBookshop({
    weaknesses: readList(env["BOOKSHOP_WEAKNESSES"]),
    origins: readList(env["BOOKSHOP_ORIGINS"]),
    limits: {
      requestsPerMinute: readNumber(env, "BOOKSHOP_REQUESTS_PER_MINUTE", 60_000, Infinity),
    },
  });
  const port = readNumber(env, "BOOKSHOP_PORT", 4010, 65_535);
  const listening = await app.listen({ host: "127.0.0.1", port });
  process.stdout.write(`${JSON.stringify({ listening })}\n`);
  // Once closed, nothing keeps the process up, and it ends with 0.
  const stop = () => void app.close();
  process.once("SIGTERM", stop).once("SIGINT", stop);
}

function readList(text = ""): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}

function readNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, max: number): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= max) return value;
  throw new RangeError(`${name} must be a whole number of at most ${max}, not "${text}".`);
}

try {
  await serve(process.env);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
