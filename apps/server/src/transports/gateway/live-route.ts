import type { TrafficOperation } from "@lintel/contract/shapes/traffic";
import { createMatcher, type Matcher } from "@lintel/traffic/create-matcher";
import { isTreated, treatAt, untouched, type Treatment } from "@lintel/traffic/treat-at";
import type { ServedRoute } from "../../features/traffic/gateway.types.ts";

/** An operation with what is done with its calls now. */
export interface LiveOperation extends TrafficOperation {
  treatment: Treatment;
  /** The rules' age that the treatment was computed with. */
  stopsUntil: number;
  /** When its next answer may be sampled, in milliseconds since 1970. */
  sampledFrom: number;
}

/** A route as calls use it. */
export interface LiveRoute {
  readonly route: ServedRoute;
  readonly matcher: Matcher<LiveOperation>;
}

export const makeLiveRoute = (route: ServedRoute): LiveRoute => ({
  route,
  matcher: createMatcher(
    route.operations.map((operation) => ({
      ...operation,
      treatment: isTreated(operation) ? { ...untouched, until: 0 } : untouched,
      stopsUntil: 0,
      sampledFrom: 0,
    })),
  ),
});

/** How long rules may begin a brown-out or an end after they were last seen to be right. */
const trustedMs = 3_600_000;

/** What is done with a call now; computed again only when it may have changed. */
export function treatNow(
  { route }: LiveRoute,
  operation: LiveOperation,
  checkedAt: number,
  now: number,
): Treatment {
  const { treatment } = operation;
  if (!isTreated(operation)) return treatment;
  const stopsUntil = checkedAt + trustedMs;
  // A plain change of the age matters only where the rules had been too old.
  const wasTrusted = operation.stopsUntil >= now && stopsUntil >= now;
  if (now < treatment.until && wasTrusted) return treatment;
  operation.stopsUntil = stopsUntil;
  const { sunsetAt } = operation;
  operation.treatment = treatAt(operation.plans, { ...route, sunsetAt, stopsUntil }, now);
  return operation.treatment;
}

/** The operation of a call: of several readings of its path, one that is stopped goes first. */
export function findOperation(
  live: LiveRoute,
  method: string,
  path: string,
  checkedAt: number,
  now: number,
): LiveOperation | null {
  const all = live.matcher.matchAll(method, path);
  const [first = null] = all;
  if (all.length < 2) return first;
  return all.find((each) => treatNow(live, each, checkedAt, now).stop !== null) ?? first;
}
