/** Collects the pieces of a body. A claimed length reserves no memory. */
export interface ByteCollector {
  /** Copies a piece of memory that its owner will write to again. */
  copy(chunk: Uint8Array): void;
  /**
   * Takes ownership of a piece and of the memory that it was cut from, once the caller has
   * returned. Copies it if it is a small part of that memory.
   */
  adopt(chunk: Uint8Array): void;
  readonly size: number;
  /** Exactly the bytes that were collected, in memory of their own. Empties the collector. */
  take(): Uint8Array;
  /** Drops the collected bytes. */
  release(): void;
}

const blockBytes = 65_536;

export function createByteCollector(): ByteCollector {
  let parts: Uint8Array[] = [];
  let room = 0;
  let size = 0;
  const copy = (chunk: Uint8Array): void => {
    const last = parts.at(-1);
    const fitting = last === undefined ? 0 : Math.min(room, chunk.length);
    last?.set(chunk.subarray(0, fitting), last.length - room);
    room -= fitting;
    if (fitting < chunk.length) {
      const rest = chunk.subarray(fitting);
      // Most bodies arrive in one piece and need no room after it.
      const block = new Uint8Array(size === 0 ? rest.length : Math.max(blockBytes, rest.length));
      block.set(rest);
      parts.push(block);
      room = block.length - rest.length;
    }
    size += chunk.length;
  };
  const adopt = (chunk: Uint8Array): void => {
    // Node's shared pool never allocates more than half of itself at once, so none of its pieces
    // passes.
    if (chunk.length * 2 <= chunk.buffer.byteLength) return copy(chunk);
    const last = parts.pop();
    if (last !== undefined) parts.push(last.subarray(0, last.length - room));
    parts.push(chunk);
    room = 0;
    size += chunk.length;
  };
  const release = (): void => {
    freeLater(parts);
    parts = [];
    room = 0;
  };
  const take = (): Uint8Array => {
    const [only] = parts;
    // Most bodies are one piece that was copied already or that owns its memory.
    if (only !== undefined && only.length === size && size === only.buffer.byteLength) {
      parts = [];
      room = 0;
      return only;
    }
    const whole = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      whole.set(part.subarray(0, size - at), at);
      at += part.length;
    }
    release();
    return whole;
  };
  return {
    copy,
    adopt,
    get size() {
      return size;
    },
    take,
    release,
  };
}

/**
 * Frees memory at once: until the next garbage collection, each of many hostile answers would hold
 * its whole limit. Deferred, because the parser may still be reading the last piece.
 */
function freeLater(parts: readonly Uint8Array[]): void {
  if (parts.length < 2) return;
  setImmediate(() => {
    for (const { buffer } of parts) free(buffer);
  });
}

function free(buffer: ArrayBufferLike): void {
  try {
    if (buffer instanceof ArrayBuffer) buffer.transfer(0);
  } catch {
    // Freed already, or marked by Node as not transferable: the next garbage collection frees it.
  }
}
