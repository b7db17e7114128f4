import { createByteCollector } from "./collect-bytes.ts";
import type { ContentCoding, DecoderChain } from "./decode-body.ts";
import { openDecoders } from "./decode-body.ts";
import { EgressError } from "./egress-error.ts";
import { fixedLimits } from "./limits.ts";

/** Receives the bytes of one body from the network. */
export interface BodyReceiver {
  /** Returns `false` to ask the caller to wait for `onReady`. */
  write(chunk: Buffer): boolean;
  end(): void;
  destroy(): void;
}

export interface BodyEvents {
  readonly onReady: () => void;
  readonly onDone: (body: Uint8Array) => void;
  readonly onError: (error: EgressError) => void;
}

export function createPlainReceiver(maxBytes: number, events: BodyEvents): BodyReceiver {
  const collector = createByteCollector();
  return {
    write(chunk) {
      if (collector.size + chunk.length > maxBytes) events.onError(refuseSize(maxBytes));
      else collector.adopt(chunk);
      return true;
    },
    end: () => events.onDone(collector.take()),
    destroy: () => collector.release(),
  };
}

/**
 * Decodes content codings. The limit applies to the output of each decoder, and its input may not
 * run far ahead of its output. So neither a bomb nor an endless stream that decodes to nothing gets
 * far.
 *
 * @param codings - at least one
 */
export function createDecodingReceiver(
  codings: readonly ContentCoding[],
  maxBytes: number,
  events: BodyEvents,
): BodyReceiver {
  const collector = createByteCollector();
  let received = 0;
  let chain: DecoderChain | undefined;
  const open = (firstByte: number): DecoderChain =>
    openDecoders(codings, firstByte, maxCodedBytes(maxBytes), {
      onOutput(chunk) {
        if (collector.size + chunk.length > maxBytes) events.onError(refuseSize(maxBytes));
        // A decoder keeps writing into the rest of a buffer that is not full.
        else if (chunk.length === chunk.buffer.byteLength) collector.adopt(chunk);
        else collector.copy(chunk);
      },
      onOverflow: () => events.onError(refuseSize(maxBytes)),
      onReady: events.onReady,
      onEnd: () => events.onDone(collector.take()),
      onError: (error) => events.onError(refuseCoding(error)),
    });
  return {
    write(chunk) {
      received += chunk.length;
      if (received > collector.size + fixedLimits.unseenWireBytes) {
        events.onError(refuseSize(maxBytes));
        return true;
      }
      chain ??= open(chunk[0] ?? 0);
      return chain.write(chunk);
    },
    end() {
      // Without a byte there is nothing to decode: an empty body is not a broken stream.
      if (chain === undefined) events.onDone(collector.take());
      else chain.end();
    },
    destroy() {
      chain?.destroy();
      collector.release();
    },
  };
}

/** Is done with the beginning of a body, as received. */
export function createCuttingReceiver(maxBytes: number, events: BodyEvents): BodyReceiver {
  const collector = createByteCollector();
  const finish = (): void => events.onDone(collector.take());
  return {
    write(chunk) {
      collector.copy(chunk.subarray(0, maxBytes - collector.size));
      if (collector.size === maxBytes) finish();
      return true;
    },
    end: finish,
    destroy: () => collector.release(),
  };
}

/** Reads on to keep the connection, up to a limit, and discards the bytes. */
export function createDiscardingReceiver(events: BodyEvents): BodyReceiver {
  let received = 0;
  const nothing = new Uint8Array(0);
  return {
    write(chunk) {
      received += chunk.length;
      if (received > fixedLimits.redirectBodyBytes) events.onDone(nothing);
      return true;
    },
    end: () => events.onDone(nothing),
    destroy: () => {},
  };
}

/** Encoding may make a body slightly longer. */
export function maxCodedBytes(maxBytes: number): number {
  return maxBytes + 65_536;
}

export function refuseSize(maxBytes: number): EgressError {
  return new EgressError(
    "BODY_TOO_LARGE",
    `The answer's body is longer than ${maxBytes} bytes, the limit of this request.`,
  );
}

function refuseCoding(cause: Error): EgressError {
  return new EgressError(
    "DECODE_FAILED",
    `The answer's content coding is broken: ${cause.message}.`,
    { cause },
  );
}
