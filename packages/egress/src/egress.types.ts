import type { Target } from "./target-url.ts";

/** A request that leaves for an address which a user typed. */
export interface EgressRequest {
  /** Any method but CONNECT; a known method is sent in upper case. */
  readonly method: string;
  /** Absolute http or https address; what `parseTarget` made of one is not read again. */
  readonly url: string | Target;
  /**
   * Fields that belong to the connection (Connection, Content-Length, Expect, Transfer-Encoding …)
   * are left out: the client sets them itself (RFC 9110 §7.6.1).
   */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array | string;
  /** Wall time for everything, redirects included. Milliseconds, default 30,000, at most 600,000. */
  readonly timeoutMs?: number;
  /** Bytes of decoded body that are read before the answer is refused. Default 10 MiB, at most 256 MiB. */
  readonly maxBodyBytes?: number;
  /** How many redirects are followed; 0 returns the redirect itself. Default 10, at most 50. */
  readonly maxRedirects?: number;
  /**
   * Read-only mode: refuses, before anything leaves, a request whose method, or any method named by
   * an override header or `_method`, is not GET, HEAD, OPTIONS or QUERY.
   */
  readonly isReadOnly?: boolean;
  readonly signal?: AbortSignal;
}

export interface EgressResponse {
  readonly status: number;
  /**
   * Lower-case names in the order received; a repeated name stands repeatedly. One character for
   * each byte (ISO 8859-1), so that no byte is lost.
   */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Decoded (gzip, deflate, br, zstd); under any other content coding as it was received. */
  readonly body: Uint8Array;
  /** The address that answered, after redirects, without its fragment. */
  readonly url: string;
  /** The addresses that answered with a redirect which was followed, first to last. */
  readonly redirects: readonly string[];
  /** From the first byte asked to the last received, redirects included. Milliseconds. */
  readonly elapsedMs: number;
}

export interface Egress {
  /** @throws EgressError where the request was refused or failed; nothing else. */
  send(request: EgressRequest): Promise<EgressResponse>;
  /** Closes idle connections. */
  close(): Promise<void>;
}
