/**
 * What a reader gives where there is no value at all: no such header, no node under a JSONPath.
 * Apart from null, which is a value (RFC 9535 §1.1 makes the same difference).
 */
export const nothing: unique symbol = Symbol("nothing");
export type Nothing = typeof nothing;
