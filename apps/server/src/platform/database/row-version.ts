/** Encodes a counter as a `rowVersion`: Base64 of 8 bytes, big-endian. */
export function encodeRowVersion(counter: string | number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(counter));
  return bytes.toString("base64");
}

/** Decodes a `rowVersion`, or returns null if it is invalid. */
export function decodeRowVersion(text: string): string | null {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== 8 || bytes.toString("base64") !== text) return null;
  const counter = bytes.readBigUInt64BE();
  return counter <= 9_223_372_036_854_775_807n ? String(counter) : null;
}
