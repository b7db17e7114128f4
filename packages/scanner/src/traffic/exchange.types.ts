import type { ClientCertificate } from "@lintel/egress/client-certificate";

export type Pairs = readonly (readonly [name: string, value: string])[];

/** A request before a credential is added. */
export interface RequestDraft {
  readonly method: string;
  /** Percent-encoded, with a leading `/`, below the base address of the scan. */
  readonly path: string;
  readonly query: Pairs;
  readonly headers: Pairs;
  readonly body: { readonly mediaType: string; readonly text: string } | null;
}

/** What an identity adds to a request. */
export interface Credential {
  readonly headers: Pairs;
  readonly query: Pairs;
  /** Shown while the connection is made. */
  readonly clientCertificate?: ClientCertificate | undefined;
}

/** A request and its answer, unredacted. Only its masked form leaves the scan. */
export interface Exchange {
  /** The name of the identity; null for a request without a credential. */
  readonly identity: string | null;
  /** Whether the identity showed a certificate. */
  readonly hasCertificate?: boolean;
  readonly method: string;
  readonly url: string;
  readonly headers: Pairs;
  readonly body: string | null;
  /** 0 if no answer came; `text` then says why. */
  readonly status: number;
  /** The connection was refused for the certificate, or because none was shown. */
  readonly isCertificateRefused?: boolean;
  /** No connection was made, or nothing was sent by a rule: the target saw nothing of it. */
  readonly isUnsent?: boolean;
  readonly responseHeaders: Pairs;
  readonly text: string;
  /** The parsed JSON of the answer; undefined if it is not JSON. */
  readonly json: unknown;
}

/** Sends a request as it is, without the credential of an identity. */
export type SendPlain = (draft: RequestDraft) => Promise<Exchange>;
