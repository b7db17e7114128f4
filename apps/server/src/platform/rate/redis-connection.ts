import { createHash } from "node:crypto";
import type * as redis from "@redis/client";

type Client = ReturnType<typeof openClient>;

/** A Lua script; Redis keeps it under the SHA-1 of its text. */
export interface RedisScript {
  readonly text: string;
  readonly sha1: string;
}

/** One connection to Redis or Valkey that answers soon or throws; it never queues for later. */
export interface RedisConnection {
  /** Runs a script in one round trip, except the first time on a server. */
  run(script: RedisScript, keys: readonly string[], values: readonly string[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Milliseconds after which a server counts as away. */
export interface RedisLimits {
  readonly connectMs: number;
  readonly commandMs: number;
}

const usualLimits: RedisLimits = { connectMs: 500, commandMs: 200 };

export function makeScript(text: string): RedisScript {
  return { text, sha1: createHash("sha1").update(text).digest("hex") };
}

/** Connects at the first use, and again at the next use after a failure. */
export function createRedisConnection(url: string, limits = usualLimits): RedisConnection {
  let current: Promise<Client> | null = null;

  function connect(): Promise<Client> {
    current ??= openConnectedClient(url, limits).catch((error: unknown) => {
      current = null;
      throw error;
    });
    return current;
  }

  return {
    async run(script, keys, values) {
      const connecting = connect();
      const client = await connecting;
      try {
        return await within(limits.commandMs, evaluate(client, script, keys, values));
      } catch (error) {
        // Only a new connection leaves a server that was replaced or that hangs.
        if (current === connecting) current = null;
        if (client.isOpen) client.destroy();
        throw error;
      }
    },
    async close() {
      const client = await current?.catch(() => null);
      current = null;
      if (client?.isOpen === true) client.destroy();
    },
  };
}

async function evaluate(
  client: Client,
  script: RedisScript,
  keys: readonly string[],
  values: readonly string[],
): Promise<unknown> {
  const given = { keys: [...keys], arguments: [...values] };
  try {
    return await client.evalSha(script.sha1, given);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith("NOSCRIPT")) throw error;
    return client.eval(script.text, given);
  }
}

async function openConnectedClient(url: string, { connectMs }: RedisLimits): Promise<Client> {
  // Loaded only where an address is set: it costs memory and some of the start.
  const client = openClient(await import("@redis/client"), url, connectMs);
  // Without a listener a lost connection would end the process; the next command reports it.
  client.on("error", () => {});
  try {
    await within(connectMs, client.connect());
    return client;
  } catch (error) {
    if (client.isOpen) client.destroy();
    throw error;
  }
}

function openClient({ createClient }: typeof redis, url: string, connectTimeout: number) {
  return createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    socket: { connectTimeout, reconnectStrategy: false },
  });
}

function within<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const refuse = () => reject(new Error(`Redis did not answer within ${limitMs} ms.`));
    // After a pause of this process the answer may already be here, unread: it is read first.
    const timer = setTimeout(() => setImmediate(refuse), limitMs);
    answer.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
