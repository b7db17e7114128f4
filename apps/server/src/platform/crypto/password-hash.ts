import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from "node:crypto";
import { promisify } from "node:util";
import { Problem } from "../problem.ts";

// Argon2id with the parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane.

const derive = promisify(argon2);
const settings = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** A hash needs a core for some 50 ms: calls of others continue, because only one is made at a time. */
const maxWaiting = 50;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** The PHC string of a password: `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await deriveInTurn({ ...settings, message: password, nonce });
  const { memory: m, passes: t, parallelism: p } = settings;
  return `$argon2id$v=19$m=${m},t=${t},p=${p}$${encode(nonce)}$${encode(hash)}`;
}

/**
 * Whether a password is that of a PHC string. Without a string it takes the same time, so that an
 * answer does not show whether an account exists.
 *
 * @throws Problem RATE_LIMITED where too many passwords wait to be checked
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const parsed = stored === null ? null : readPhc(stored);
  const { nonce, hash, ...parameters } = parsed ?? absent;
  const derived = await deriveInTurn({ ...parameters, message: password, nonce });
  return parsed !== null && timingSafeEqual(derived, hash);
}

const absent = { ...settings, nonce: Buffer.alloc(16), hash: Buffer.alloc(32) };
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/;

function readPhc(text: string): typeof absent | null {
  const [, memory, passes, parallelism, nonce = "", encoded = ""] = phc.exec(text) ?? [];
  if (memory === undefined) return null;
  const hash = Buffer.from(encoded, "base64");
  const numbers = { memory: Number(memory), passes: Number(passes) };
  return {
    ...(numbers as Pick<typeof absent, "memory" | "passes">),
    parallelism: Number(parallelism) as 1,
    tagLength: hash.length as 32,
    nonce: Buffer.from(nonce, "base64"),
    hash,
  };
}

async function deriveInTurn(parameters: Argon2Parameters): Promise<Buffer> {
  if (waiting >= maxWaiting)
    throw new Problem("RATE_LIMITED", "Too many sign-ins wait; try again in a few seconds.", {
      retryAfterSeconds: 5,
    });
  waiting += 1;
  const before = last;
  const derived = (async () => {
    await before.catch(() => {});
    return derive("argon2id", parameters);
  })();
  last = derived;
  try {
    return await derived;
  } finally {
    waiting -= 1;
  }
}

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replaceAll("=", "");
