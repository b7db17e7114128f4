/**
 * Represents a missing value: no such header, no node for a JSONPath. Different from null, which is
 * a value (RFC 9535 §1.1 makes the same distinction).
 */
export const nothing: unique symbol = Symbol("nothing");
export type Nothing = typeof nothing;
