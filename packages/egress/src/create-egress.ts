import type { AllowRule } from "./allow-rules.ts";
import { createConnectionPools } from "./connection-pools.ts";
import { EgressError } from "./egress-error.ts";
import type { Egress, EgressRequest, EgressResponse, EgressTiming } from "./egress.types.ts";
import type { Answer } from "./exchange.ts";
import { explainFailure } from "./explain-failure.ts";
import type { Hop } from "./hop.ts";
import type { Interruption } from "./interruption.ts";
import { startInterruption } from "./interruption.ts";
import { createAddressCheck } from "./check-address.ts";
import type { RequestLimits } from "./limits.ts";
import { readLimits } from "./limits.ts";
import { prepareRequest } from "./prepare-request.ts";
import { assertReadOnly } from "./read-only.ts";
import { followRedirect, readRedirect } from "./redirects.ts";
import type { ResolveHostname } from "./resolve-name.ts";
import { createNameResolver, resolveBySystem } from "./resolve-name.ts";
import type { SendHop } from "./send-hop.ts";
import { createHopSender } from "./send-hop.ts";

export interface EgressOptions {
  /** Addresses outside the public internet that may be called; see `parseAllowRules`. */
  readonly allow: readonly AllowRule[];
  /**
   * Whether a server of this instance listens there. Called at each connection, with an address in
   * canonical text. Such an address is refused even inside an allowed range.
   */
  isOwnAddress(address: string, port: number): boolean;
  /** Returns all addresses of a name. Default: the system's resolver. */
  readonly resolve?: ResolveHostname;
  /** Sent where the user sets no User-Agent. */
  readonly userAgent?: string;
  /** Certificates (PEM) that are trusted instead of the system's. */
  readonly ca?: string;
}

/** The client for every request to an address that a user typed. */
export function createEgress(options: EgressOptions): Egress {
  const pools = createConnectionPools(createAddressCheck(options), options.ca);
  const sendHop = createHopSender(pools, createNameResolver(options.resolve ?? resolveBySystem));
  const userAgent = options.userAgent ?? "lintel";
  return {
    async send(request) {
      const startedAt = performance.now();
      const limits = readLimits(request);
      const first = prepareRequest(request, userAgent);
      const interruption = startInterruption(limits.timeoutMs, request.signal);
      try {
        const chain = await sendChain(sendHop, first, request, limits, interruption);
        return { ...chain, elapsedMs: performance.now() - startedAt };
      } catch (error) {
        throw explainFailure(error, first.target.hostname);
      } finally {
        interruption.stop();
      }
    },
    close: () => pools.close(),
  };
}

async function sendChain(
  sendHop: SendHop,
  first: Hop,
  request: EgressRequest,
  limits: RequestLimits,
  interruption: Interruption,
): Promise<Omit<EgressResponse, "elapsedMs">> {
  const redirects: string[] = [];
  const rules = {
    maxBodyBytes: limits.maxBodyBytes,
    isFollowing: limits.maxRedirects > 0,
    cutsBody: request.cutsBody === true,
  };
  let hop = first;
  try {
    for (;;) {
      if (request.isReadOnly === true) assertReadOnly(hop);
      const startedAt = performance.now();
      const answer = await sendHop(hop, rules, interruption);
      const location = rules.isFollowing ? readRedirect(answer.status, answer.headers) : undefined;
      if (location === undefined) {
        const { status, headers, body } = answer;
        const timing = measure(answer, startedAt);
        return { status, headers, body, url: hop.target.href, redirects, timing };
      }
      if (redirects.length >= limits.maxRedirects) {
        const most = limits.maxRedirects;
        throw new EgressError("TOO_MANY_REDIRECTS", `More than ${most} redirects in a row.`);
      }
      redirects.push(hop.target.href);
      hop = followRedirect(hop, answer.status, location);
    }
  } catch (error) {
    const origin = redirects.at(-1);
    const isRedirected = error instanceof EgressError && error.isRefusal && origin !== undefined;
    throw isRedirected ? explainRedirect(error, origin) : error;
  }
}

function measure({ sentAt, answeredAt }: Answer, startedAt: number): EgressTiming {
  return {
    connectMs: sentAt - startedAt,
    waitMs: answeredAt - sentAt,
    receiveMs: performance.now() - answeredAt,
  };
}

/** Adds the origin of the redirect, because the user did not type the address that was refused. */
function explainRedirect(error: EgressError, href: string): EgressError {
  const message = `After a redirect from ${new URL(href).origin}: ${error.message}`;
  return new EgressError(error.code, message, { cause: error });
}
