import type { ConnectionPools } from "./connection-pools.ts";
import type { ReceiveRules } from "./choose-receiver.ts";
import type { Answer, Outcome } from "./exchange.ts";
import { exchange } from "./exchange.ts";
import type { Hop } from "./hop.ts";
import type { Interruption } from "./interruption.ts";
import { findAddresses } from "./locate-target.ts";
import type { ResolveName } from "./resolve-name.ts";

/** @throws EgressError */
export type SendHop = (
  hop: Hop,
  rules: ReceiveRules,
  interruption: Interruption,
) => Promise<Answer>;

/** RFC 9110 §9.2.2; QUERY: RFC 10008 §2. */
const idempotentMethods: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "QUERY",
  "PUT",
  "DELETE",
]);

export function createHopSender(pools: ConnectionPools, resolve: ResolveName): SendHop {
  return async (hop, rules, interruption) => {
    const { address } = hop.target;
    const addresses =
      address === undefined
        ? await interruption.race(findAddresses(hop.target, resolve))
        : [address];
    const pool = pools.acquire(hop.target, addresses, hop.clientCertificate);
    try {
      const connectionsBefore = pool.connectionCount;
      let outcome = await exchange(pool.dispatcher, hop, rules, interruption);
      const isOlderConnection = pool.connectionCount === connectionsBefore;
      if (isOlderConnection && isRepeatable(hop, outcome)) {
        outcome = await exchange(pool.dispatcher, hop, rules, interruption);
      }
      if ("error" in outcome) throw outcome.error;
      return outcome.answer;
    } finally {
      pools.release(pool);
    }
  };
}

/**
 * A server may close an idle connection just as a request is sent on it. A client repeats a request
 * that can be repeated (RFC 9112 §9.3.1).
 */
function isRepeatable(hop: Hop, outcome: Outcome): boolean {
  return (
    "error" in outcome &&
    outcome.error.code === "CONNECTION_CLOSED" &&
    !outcome.hasAnswerBegun &&
    idempotentMethods.has(hop.method)
  );
}
