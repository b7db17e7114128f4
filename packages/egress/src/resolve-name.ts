import { lookup } from "node:dns/promises";

import { EgressError } from "./egress-error.ts";
import type { IpAddress } from "./ip-address.ts";
import { parseIpAddress } from "./ip-address.ts";
import { fixedLimits } from "./limits.ts";

export type ResolveHostname = (
  hostname: string,
) => Promise<readonly { readonly address: string; readonly family: 4 | 6 }[]>;

export async function resolveBySystem(hostname: string): ReturnType<ResolveHostname> {
  const answers = await lookup(hostname, { all: true, order: "verbatim" });
  return answers.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

/** All addresses of a name, in the order in which they are tried. */
export type ResolveName = (hostname: string) => Promise<readonly IpAddress[]>;

interface CachedAnswer {
  readonly answer: Promise<readonly IpAddress[]>;
  expiresAt: number;
}

/**
 * Answers are cached for two seconds, so that a suite of requests queries a name once and a change
 * takes effect soon. Requests that wait for the same name share one query.
 *
 * @throws EgressError DNS_FAILED
 */
export function createNameResolver(resolve: ResolveHostname): ResolveName {
  const cache = new Map<string, CachedAnswer>();
  return (hostname) => {
    const cached = cache.get(hostname);
    if (cached !== undefined && cached.expiresAt > performance.now()) return cached.answer;
    const answer = queryName(resolve, hostname);
    const entry = { answer, expiresAt: performance.now() + fixedLimits.questionMs };
    cache.delete(hostname);
    cache.set(hostname, entry);
    answer.then(
      () => (entry.expiresAt = performance.now() + fixedLimits.resolutionMs),
      () => (entry.expiresAt = 0),
    );
    dropOldest(cache);
    return answer;
  };
}

async function queryName(
  resolve: ResolveHostname,
  hostname: string,
): Promise<readonly IpAddress[]> {
  let answers: Awaited<ReturnType<ResolveHostname>>;
  try {
    answers = await resolve(hostname);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new EgressError("DNS_FAILED", `${hostname} does not resolve${code}.`, { cause: error });
  }
  const addresses = answers.map(({ address }) => parseIpAddress(address));
  if (addresses.length === 0 || !addresses.every((address) => address !== undefined)) {
    throw new EgressError("DNS_FAILED", `${hostname} resolves to no IP address.`);
  }
  return addresses;
}

function dropOldest(cache: Map<string, CachedAnswer>): void {
  const [oldest] = cache.keys();
  if (cache.size > fixedLimits.resolutions && oldest !== undefined) cache.delete(oldest);
}
