import type { ClientCertificate } from "./client-certificate.ts";
import type { Target } from "./target-url.ts";

/** A request to an address that a user typed. */
export interface EgressRequest {
  /** Any method except CONNECT. A known method is sent in upper case. */
  readonly method: string;
  /** An absolute http or https address. The result of `parseTarget` is not parsed again. */
  readonly url: string | Target;
  /**
   * Headers of the connection (Connection, Content-Length, Expect, Transfer-Encoding …) are
   * ignored: the client sets them itself (RFC 9110 §7.6.1).
   */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array | string;
  /**
   * Limit for the whole request, redirects included. Milliseconds, default 30,000, at most 600,000.
   */
  readonly timeoutMs?: number;
  /**
   * Limit for the decoded body, in bytes. A longer answer is refused. Default 10 MiB, at most 256
   * MiB.
   */
  readonly maxBodyBytes?: number;
  /**
   * Returns the beginning of a body that is longer than `maxBodyBytes`, instead of an error, and
   * ends the connection. Such a body is returned as received, not decoded.
   */
  readonly cutsBody?: boolean;
  /** How many redirects are followed; 0 returns the redirect itself. Default 10, at most 50. */
  readonly maxRedirects?: number;
  /**
   * Read-only mode: refuses, before anything is sent, a request whose method, or a method named by
   * an override header or `_method`, is not GET, HEAD, OPTIONS or QUERY.
   */
  readonly isReadOnly?: boolean;
  /**
   * Shown to the server if it asks for one. Only for https, and only at the origin of `url`: a
   * redirect to another origin is followed without it. Requests with different certificates never
   * share a connection.
   */
  readonly clientCertificate?: ClientCertificate;
  readonly signal?: AbortSignal;
}

export interface EgressResponse {
  readonly status: number;
  /**
   * Lower-case names in the order received; a repeated name is listed repeatedly. Values have one
   * character for each byte (ISO 8859-1), so that no byte is lost.
   */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Decoded (gzip, deflate, br, zstd), or as received if it has another content coding. */
  readonly body: Uint8Array;
  /** The address that answered, after redirects, without its fragment. */
  readonly url: string;
  /** The addresses whose redirects were followed, in order. */
  readonly redirects: readonly string[];
  /**
   * From the start of the first connection to the last byte received, redirects included.
   * Milliseconds.
   */
  readonly elapsedMs: number;
  readonly timing: EgressTiming;
}

/** How long the parts of the last request took, without redirects before it. Milliseconds. */
export interface EgressTiming {
  /** Until the request was sent: name, connection and TLS, or the wait for a free connection. */
  readonly connectMs: number;
  /** From there to the headers of the answer. */
  readonly waitMs: number;
  /** From there to the last byte. */
  readonly receiveMs: number;
}

export interface Egress {
  /** @throws EgressError if the request was refused or failed; no other error */
  send(request: EgressRequest): Promise<EgressResponse>;
  /** Closes idle connections. */
  close(): Promise<void>;
}
