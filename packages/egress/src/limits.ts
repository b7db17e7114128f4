import { EgressError } from "./egress-error.ts";

const MiB = 1024 * 1024;

/** Limits that a request cannot change. Sizes in bytes, times in milliseconds. */
export const fixedLimits = {
  urlLength: 65_536,
  /** One header section; llhttp counts names and values. */
  headerBytes: 16_384,
  /** Bytes received from the network that were part of neither headers nor a body. */
  unseenWireBytes: 1_048_576,
  /** Interim (1xx) answers before the final one, and the total bytes of their headers. */
  interimAnswers: 16,
  /** RFC 9110 §8.4 sets no limit; the only use of a chain is to multiply a decompression bomb. */
  contentCodings: 2,
  /** Maximum that is read of a redirect's body in order to keep its connection. */
  redirectBodyBytes: 65_536,
  connectMs: 10_000,
  /** Delay before the next of several addresses is tried (RFC 8305 §5). */
  connectAttemptMs: 500,
  connectionsPerOrigin: 64,
  idleConnectionMs: 4000,
  idleConnectionMaxMs: 30_000,
  pools: 128,
  addressesPerName: 16,
  /** How long requests share a DNS query for the same name. */
  questionMs: 10_000,
  resolutionMs: 2000,
  resolutions: 1024,
} as const;

/** Limits that a request can set: the default and the maximum. */
const requestLimits = {
  timeoutMs: { default: 30_000, least: 1, most: 600_000 },
  maxBodyBytes: { default: 10 * MiB, least: 0, most: 256 * MiB },
  maxRedirects: { default: 10, least: 0, most: 50 },
} as const;

export type RequestLimits = Readonly<Record<keyof typeof requestLimits, number>>;

export function readLimits(request: Partial<RequestLimits>): RequestLimits {
  return {
    timeoutMs: readLimit(request, "timeoutMs"),
    maxBodyBytes: readLimit(request, "maxBodyBytes"),
    maxRedirects: readLimit(request, "maxRedirects"),
  };
}

function readLimit(request: Partial<RequestLimits>, name: keyof typeof requestLimits): number {
  const limit = requestLimits[name];
  const value = request[name] ?? limit.default;
  if (!Number.isFinite(value) || value < limit.least) {
    throw new EgressError("INVALID_REQUEST", `${name} must be a number from ${limit.least}.`);
  }
  return Math.min(Math.floor(value), limit.most);
}
