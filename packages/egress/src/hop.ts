import type { ClientCertificate } from "./client-certificate.ts";
import type { Target } from "./target-url.ts";

export type HeaderField = readonly [name: string, value: string];

/** One request of a chain of redirects, as it is sent. */
export interface Hop {
  readonly method: string;
  readonly target: Target;
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array | string | undefined;
  readonly clientCertificate?: ClientCertificate | undefined;
}

export function readHeader(headers: readonly HeaderField[], name: string): string | undefined {
  return headers.find((field) => field[0].toLowerCase() === name)?.[1];
}
