/** A request that leaves for an address which a user typed. */
export interface EgressRequest {
  readonly method: string;
  /** Absolute http or https address. */
  readonly url: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array | string;
  /** Wall time for everything, redirects included. Milliseconds, default 30,000. */
  readonly timeoutMs?: number;
  /** Bytes of decoded body that are read before the answer is refused. Default 10 MiB. */
  readonly maxBodyBytes?: number;
  /** How many redirects are followed; 0 returns the redirect itself. Default 10. */
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
  /** Lower-case names in the order received; a repeated name stands repeatedly. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Decoded (gzip, deflate, br, zstd). */
  readonly body: Uint8Array;
  /** The address that answered, after redirects. */
  readonly url: string;
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
