/** The name under which a call is counted, once its environment has many consumers. */
export type LimitConsumers = (environmentId: string, consumer: string, now: number) => string;

const hourMs = 3_600_000;

/** Callers without a credential; always counted, and never against the limit. */
const anonymous = "anonymous";

/** Calls in an hour after which a consumer is a regular one. */
const regularCalls = 10;

/**
 * Nobody checks the credentials that a call to a public API brings, and each new one would be another row. Within an
 * hour, the consumers of an environment beyond the first ones are counted as `anonymous`. Regular consumers of the hour
 * before keep a place, so that a flood of invented credentials does not take it; they have at most half of the places.
 *
 * @param most consumers of an environment within an hour
 * @param onFull called once an hour and environment
 */
export function createConsumerLimit(
  most: number,
  onFull: (environmentId: string) => void,
): LimitConsumers {
  let hour = 0;
  let known = new Map<string, Map<string, number>>();
  const full = new Set<string>();
  const begin = (present: number) => {
    const isNext = present === hour + 1;
    known = new Map(isNext ? [...known].map(([id, calls]) => [id, keepRegular(calls, most)]) : []);
    full.clear();
    hour = present;
  };
  return (environmentId, consumer, now) => {
    const present = Math.floor(now / hourMs);
    if (present !== hour) begin(present);
    const own = known.get(environmentId) ?? new Map<string, number>();
    known.set(environmentId, own);
    if (consumer === anonymous) return consumer;
    const calls = own.get(consumer);
    if (calls !== undefined || own.size < most) {
      own.set(consumer, (calls ?? 0) + 1);
      return consumer;
    }
    if (!full.has(environmentId)) onFull(environmentId);
    full.add(environmentId);
    return anonymous;
  };
}

function keepRegular(calls: ReadonlyMap<string, number>, most: number): Map<string, number> {
  const regular = [...calls].filter(([, count]) => count >= regularCalls);
  const busiest = regular.toSorted(([, left], [, right]) => right - left);
  return new Map(busiest.slice(0, Math.floor(most / 2)).map(([consumer]) => [consumer, 0]));
}
