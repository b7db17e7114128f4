/** Limits the calls of consumers for operations: as many at once as in a minute, then evenly. */
export interface RateBuckets {
  /** Seconds until the next call is allowed; 0: this one is. */
  take(key: string, perMinute: number, now: number): number;
}

/** The most pairs of a consumer and an operation that are remembered; the longest unused are forgotten. */
const maxBuckets = 100_000;

interface Bucket {
  tokens: number;
  at: number;
}

export function createRateBuckets(): RateBuckets {
  const buckets = new Map<string, Bucket>();
  return {
    take(key, perMinute, now) {
      if (perMinute === 0) return 60;
      const bucket = buckets.get(key) ?? { tokens: perMinute, at: now };
      const perMs = perMinute / 60_000;
      bucket.tokens = Math.min(perMinute, bucket.tokens + Math.max(0, now - bucket.at) * perMs);
      bucket.at = now;
      buckets.delete(key);
      buckets.set(key, bucket);
      if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value ?? "");
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000));
      bucket.tokens -= 1;
      return 0;
    },
  };
}
