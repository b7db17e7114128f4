import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

const idBytes = 16;
const pool = Buffer.alloc(256 * idBytes);
let used = pool.length;

/**
 * A UUID, version 7. Random bytes are generated for many ids at once, because each call costs as much as a small query.
 */
export function makeRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += idBytes;
  return v7({ random: pool.subarray(used - idBytes, used) });
}
