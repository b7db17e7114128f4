import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

/**
 * Makes UUIDs of version 7 in ascending order, also within a millisecond. An import makes tens of
 * thousands: randomness is drawn for many at once, which otherwise costs more than all the rest.
 */
export function createIds(now = () => Date.now()): () => string {
  const pool = new Uint8Array(16 * 256);
  const numbers = new DataView(pool.buffer);
  let used = pool.length;
  let msecs = 0;
  let seq = 0;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const random = pool.subarray(used, used + 16);
    const present = now();
    if (present > msecs) {
      msecs = present;
      // Half of the range is left for further ids of this millisecond.
      seq = numbers.getUint32(used + 6) >>> 1;
    } else {
      seq += 1;
    }
    used += 16;
    return v7({ random, msecs, seq });
  };
}
