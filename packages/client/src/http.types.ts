export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface HttpResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The body as it came, where the carrier keeps it: files are not all text. */
  readonly bytes?: Uint8Array;
}

/** Carries a request to the service, following no redirect; throws where there is no answer. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;
