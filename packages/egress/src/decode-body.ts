import type { Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";

import { EgressError } from "./egress-error.ts";
import { fixedLimits } from "./limits.ts";

/** A content coding that can be decoded (RFC 9110 §8.4.1). */
export interface ContentCoding {
  readonly names: readonly string[];
  /** @param firstByte - of the encoded content, if known */
  createDecoder(firstByte: number | undefined): Transform;
}

/** Large enough that each piece of output has its own memory, which can be freed. */
const options = { chunkSize: 65_536 };

const contentCodings: readonly ContentCoding[] = [
  { names: ["gzip", "x-gzip"], createDecoder: () => createGunzip(options) },
  {
    names: ["deflate"],
    // RFC 9110 §8.4.1.2: some servers leave out the zlib wrapper, whose first byte ends in 8.
    createDecoder: (firstByte = 8) =>
      (firstByte & 0x0f) === 8 ? createInflate(options) : createInflateRaw(options),
  },
  { names: ["br"], createDecoder: () => createBrotliDecompress(options) },
  {
    names: ["zstd"],
    // RFC 9659 §3: refuses windows over 8 MiB, which a decoder would have to keep in memory.
    createDecoder: () =>
      createZstdDecompress({ ...options, params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
  },
];

export const acceptEncoding = contentCodings.map(({ names }) => names[0]).join(", ");

/**
 * The codings to decode, the outermost first; empty if one of them is unknown. Such a body is
 * returned as received, because values that are not codings (`utf-8`) are a common mistake.
 *
 * @param value - of Content-Encoding, repeated fields joined by commas
 * @throws EgressError DECODE_FAILED where there are too many
 */
export function readContentCodings(value: string): readonly ContentCoding[] {
  const names = value.split(",").map((name) => name.trim().toLowerCase());
  const coded = names.filter((name) => name !== "" && name !== "identity");
  if (coded.length > fixedLimits.contentCodings) {
    const most = fixedLimits.contentCodings;
    throw new EgressError(
      "DECODE_FAILED",
      `The answer went through more than ${most} content codings.`,
    );
  }
  const found = coded.map((name) => contentCodings.find((coding) => coding.names.includes(name)));
  return found.every((coding) => coding !== undefined) ? found.reverse() : [];
}

export interface DecoderEvents {
  /** The last decoder produced bytes. */
  readonly onOutput: (chunk: Buffer) => void;
  /** A decoder before the last produced more than its limit. */
  readonly onOverflow: () => void;
  /** The first decoder accepts bytes again. */
  readonly onReady: () => void;
  readonly onEnd: () => void;
  readonly onError: (error: Error) => void;
}

export interface DecoderChain {
  /** Returns `false` to ask the caller to wait for `onReady`. */
  write(chunk: Buffer): boolean;
  end(): void;
  destroy(): void;
}

/**
 * @param codings - at least one, the outermost first
 * @param maxInnerBytes - the maximum that any decoder passes to the next
 */
export function openDecoders(
  codings: readonly ContentCoding[],
  firstByte: number,
  maxInnerBytes: number,
  events: DecoderEvents,
): DecoderChain {
  const decoders = codings.map((coding, index) =>
    coding.createDecoder(index === 0 ? firstByte : undefined),
  );
  for (const [index, decoder] of decoders.entries()) {
    decoder.on("error", events.onError);
    const next = decoders[index + 1];
    if (next === undefined) decoder.on("data", events.onOutput).on("end", events.onEnd);
    else meterOutput(decoder, maxInnerBytes, events.onOverflow).pipe(next);
  }
  const first = decoders[0];
  first?.on("drain", events.onReady);
  return {
    write: (chunk) => first?.write(chunk) ?? true,
    end: () => first?.end(),
    destroy: () => {
      for (const decoder of decoders) decoder.destroy();
    },
  };
}

function meterOutput(decoder: Transform, maxBytes: number, onOverflow: () => void): Transform {
  let bytes = 0;
  return decoder.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) onOverflow();
  });
}
