import type { OperationName, Operations } from "@lintel/contract/catalog";
import type { CallOf, CodesOf, OutputOf } from "@lintel/contract/operation";
import type { BodyCode, CommonCode } from "@lintel/contract/words/problems";
import type { HttpRequest, HttpResponse, Send } from "./http.types.ts";
import {
  describeForeign,
  isProblem,
  parseJson,
  readProblem,
  type ProblemRecord,
} from "./problem-record.ts";
import { routes, type Route } from "./routes.generated.ts";
import { toRequest, type Address } from "./to-request.ts";

/** The codes that a call of an operation can be refused with. */
export type CallCode<Name extends OperationName> =
  | CodesOf<Operations[Name]>
  | CommonCode
  | BodyCode;

/** A file that is returned instead of a record. */
export interface ReceivedFile {
  readonly mediaType: string;
  readonly text: string;
  readonly bytes: Uint8Array;
}

type Received<Name extends OperationName> = Operations[Name]["output"] extends { kind: "file" }
  ? ReceivedFile
  : OutputOf<Operations[Name]>;

export type Result<Name extends OperationName> =
  | { readonly ok: true; readonly value: Received<Name> }
  | { readonly ok: false; readonly problem: ProblemRecord<CallCode<Name>> };

/**
 * The address of the service (for example `http://127.0.0.1:4000`), and the caller's credential.
 */
export interface ClientOptions extends Address {
  readonly send?: Send;
  /**
   * Called before a 429 is waited out. If it returns false, the client returns the refusal instead.
   */
  readonly onRateLimited?: (seconds: number) => boolean;
}

export interface Client {
  /** Calls an operation by its name. Rejects only if there is no answer. */
  call<Name extends OperationName>(
    name: Name,
    input: CallOf<Operations[Name]>,
  ): Promise<Result<Name>>;
}

export function createClient(options: ClientOptions): Client {
  const send = options.send ?? sendWithFetch;
  return {
    async call<Name extends OperationName>(
      name: Name,
      input: CallOf<Operations[Name]>,
    ): Promise<Result<Name>> {
      const route: Route | undefined = routes[name];
      if (route === undefined) throw new Error(`${name} has no REST binding.`);
      const request = toRequest(options, route, input as Readonly<Record<string, unknown>>);
      for (;;) {
        const response = await send(request);
        const seconds = response.status === 429 ? readRetryAfter(response) : null;
        const waits = seconds !== null && options.onRateLimited?.(seconds) === true;
        if (!waits) return toResult(route, response) as Result<Name>;
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      }
    },
  };
}

// Seconds or a date (RFC 9110 §10.2.3); at least one second, so that no answer causes a tight loop.
function readRetryAfter(response: HttpResponse): number | null {
  const text = response.headers["retry-after"]?.trim() ?? "";
  if (text === "") return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : null;
}

type Untyped =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: ProblemRecord };

function toResult(route: Route, response: HttpResponse): Untyped {
  // Redirects are not followed: the key would be sent to an address that the user did not choose.
  if (response.status < 200 || response.status >= 300) {
    return { ok: false, problem: readProblem(response) };
  }
  if (route.output === "none") return { ok: true, value: undefined };
  if (route.output === "file") {
    const mediaType = response.headers["content-type"] ?? "";
    return { ok: true, value: { mediaType, text: response.text, bytes: bytesOf(response) } };
  }
  const value = parseJson(response.text);
  if (value === undefined) return { ok: false, problem: describeForeign(response) };
  // The headers of a held call are sent before it can fail.
  return isProblem(value)
    ? { ok: false, problem: value }
    : { ok: true, value: addHeaders(route, response, value) };
}

function bytesOf({ bytes, text }: HttpResponse): Uint8Array {
  return bytes ?? new TextEncoder().encode(text);
}

function addHeaders({ answerHeaders }: Route, { headers }: HttpResponse, value: unknown): unknown {
  if (answerHeaders === undefined) return value;
  const fields = Object.entries(answerHeaders).map(
    ([field, header]) => [field, headers[header.toLowerCase()]] as const,
  );
  return { ...(value as object), ...Object.fromEntries(fields) };
}

async function sendWithFetch(request: HttpRequest): Promise<HttpResponse> {
  const response = await fetch(request.url, {
    method: request.method,
    headers: request.headers,
    body: request.body,
    redirect: "manual",
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: new TextDecoder().decode(bytes),
    bytes,
  };
}
