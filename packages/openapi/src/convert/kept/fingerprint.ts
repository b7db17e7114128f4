import type { Json } from "@lintel/json/value";

/**
 * A short text that differs for different values (like FNV-1a, over UTF-16). It is no protection
 * against attackers.
 */
export function fingerprint(value: Json): string {
  const text = JSON.stringify(value);
  // Two sums of 32 bits, because wider integer arithmetic is slow.
  let [low, high] = [0x811c_9dc5, 0x1b87_3593];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x0100_0193);
    high = Math.imul(high ^ (unit + at), 0x85eb_ca6b);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
}
