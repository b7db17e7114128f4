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
  /** The raw body, if the transport keeps it: not every file is text. */
  readonly bytes?: Uint8Array;
}

/** Sends a request to the service without following redirects; throws if there is no answer. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;
