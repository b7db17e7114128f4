/** The text form of a UUID (RFC 9562 §4), in any case. */
export const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Less than every other id, and the id of nothing (RFC 9562 §5.9). */
export const nilUuid = "00000000-0000-0000-0000-000000000000";

export function isUuid(value: unknown): value is string {
  return typeof value === "string" && uuidPattern.test(value);
}
