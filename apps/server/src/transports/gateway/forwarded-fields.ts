import { randomFillSync } from "node:crypto";
import type { BlockList } from "node:net";

/** What is known of the connection of a call. */
export interface ClientPlace {
  readonly address: string;
  readonly scheme: "http" | "https";
  readonly authority: string;
  readonly httpVersion: string;
}

/** Those of the client; the standard ones are replaced, and the others pass only from a trusted proxy. */
const forwarded = new Set([
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-prefix",
  "x-forwarded-proto",
  "x-real-ip",
]);
const passed = ["forwarded", "x-forwarded-port", "x-forwarded-prefix", "x-real-ip"];

/**
 * Adds who called, from where, and the trace. What the client says about that is believed only from a proxy that the
 * operator trusts.
 *
 * @param kept - name and value in turn; changed
 */
export function addForwardedFields(
  kept: string[],
  place: ClientPlace,
  isTrusted: boolean,
): string[] {
  const own = new Map<string, string>();
  const fields: string[] = [];
  const states: string[] = [];
  let [via, hasTrace]: [string, boolean] = ["", false];
  for (let at = 0; at < kept.length; at += 2) {
    const name = kept[at] ?? "";
    const value = kept[at + 1] ?? "";
    if (name === "via") via = via === "" ? value : `${via}, ${value}`;
    else if (name === "traceparent") hasTrace ||= addTrace(fields, value);
    else if (name === "tracestate") states.push(name, value);
    else if (!forwarded.has(name)) fields.push(name, value);
    else if (isTrusted) own.set(name, own.has(name) ? `${own.get(name)}, ${value}` : value);
  }
  const before = own.get("x-forwarded-for");
  for (const name of passed) {
    const past = own.get(name);
    if (past !== undefined) fields.push(name, past);
  }
  fields.push(
    "x-forwarded-for",
    before === undefined ? place.address : `${before}, ${place.address}`,
  );
  fields.push("x-forwarded-host", own.get("x-forwarded-host") ?? place.authority);
  fields.push("x-forwarded-proto", own.get("x-forwarded-proto") ?? place.scheme);
  fields.push(
    "via",
    via === "" ? `${place.httpVersion} lintel` : `${via}, ${place.httpVersion} lintel`,
  );
  // The state of a trace that does not go on says nothing of the one that begins (W3C Trace Context §3.3).
  if (hasTrace) fields.push(...states);
  else fields.push("traceparent", makeTrace());
  return fields;
}

const traceForm =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:$|(?<!^00.{53})-)/;

/** A trace that began elsewhere goes on unchanged; a broken one is replaced (W3C Trace Context §3.2). */
function addTrace(fields: string[], value: string): boolean {
  if (!traceForm.test(value)) return false;
  fields.push("traceparent", value);
  return true;
}

const pool = Buffer.alloc(24 * 256);
let used = pool.length;

function makeTrace(): string {
  if (used >= pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const trace = pool.toString("hex", used, used + 16);
  const span = pool.toString("hex", used + 16, used + 24);
  used += 24;
  return `00-${trace}-${span}-00`;
}

/** Whether a proxy may say who called it. */
export function isTrustedProxy(proxies: BlockList | null, address: string): boolean {
  if (proxies === null) return false;
  const plain = address.startsWith("::ffff:") ? address.slice(7) : address;
  return proxies.check(plain, plain.includes(":") ? "ipv6" : "ipv4");
}
