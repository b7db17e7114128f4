import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** A call that one deployment forwards to another. */
export interface Hop {
  readonly region: string;
  readonly method: string;
  /** The request target as it is sent: path and query. */
  readonly target: string;
}

/** The first signs, and all are believed: so they can be exchanged while calls are forwarded. */
export type HopSecrets = readonly [Uint8Array, ...Uint8Array[]];

/** What a hop header is worth; only a valid one says anything. */
export type HopVerdict = "valid" | "unreadable" | "stale" | "forged";

/** How far apart the clocks of two deployments may be, in seconds. */
const toleranceSeconds = 60;

const form = /^v1;(eu|us);(\d{1,12});([0-9a-f]{32});([0-9a-f]{64})$/;

/** The shared secret as an operator writes it, hex or Base64, at least 32 bytes; null: neither. */
function parseHopSecret(text: string): Uint8Array | null {
  const trimmed = text.trim();
  const isHex = /^(?:[0-9a-fA-F]{2})+$/.test(trimmed);
  const bytes = Buffer.from(trimmed, isHex ? "hex" : "base64");
  if (bytes.length < 32) return null;
  return isHex || bytes.toString("base64") === trimmed ? bytes : null;
}

/** The secrets of `LINTEL_HOP_SECRET`, parted by commas; null where one of them is none. */
export function parseHopSecrets(text: string): HopSecrets | null {
  const [first, ...others] = text.split(",").map(parseHopSecret);
  if (first === undefined || first === null || others.includes(null)) return null;
  return [first, ...others.filter((secret) => secret !== null)];
}

/** The value of `X-SVC-Hop`: `v1;<region>;<unix seconds>;<nonce>;<hex HMAC-SHA256>`. */
export function signHop([secret]: HopSecrets, hop: Hop, now: Date): string {
  const seconds = String(Math.floor(now.getTime() / 1000));
  const nonce = randomBytes(16).toString("hex");
  const mac = computeMac(secret, hop, seconds, nonce).toString("hex");
  return ["v1", hop.region, seconds, nonce, mac].join(";");
}

/**
 * Verifies a received hop header against its call. Nonces are not stored: a valid header only
 * forbids actions, so repeating one gains nothing.
 */
export function verifyHop(secrets: HopSecrets, header: string, hop: Hop, now: Date): HopVerdict {
  const [, region, seconds, nonce, mac] = form.exec(header) ?? [];
  if (seconds === undefined || nonce === undefined || mac === undefined) return "unreadable";
  const received = Buffer.from(mac, "hex");
  const isGenuine = secrets.some((secret) =>
    timingSafeEqual(computeMac(secret, hop, seconds, nonce), received),
  );
  if (!isGenuine || region !== hop.region) return "forged";
  const age = Math.abs(now.getTime() / 1000 - Number(seconds));
  return age <= toleranceSeconds ? "valid" : "stale";
}

// None of the parts can hold a line feed: the HTTP parser refuses one in a method or a target.
function computeMac(secret: Uint8Array, hop: Hop, seconds: string, nonce: string): Buffer {
  const text = ["v1", hop.region, seconds, hop.method, hop.target, nonce].join("\n");
  return createHmac("sha256", secret).update(text).digest();
}
