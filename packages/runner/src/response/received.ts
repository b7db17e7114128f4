import type { EgressResponse } from "@lintel/egress/egress.types";
import { DeepJsonError, isTooDeep } from "./json-depth.ts";
import { nothing } from "../values/nothing.ts";

/** A response as assertions and extractions read it; text and JSON are made when first asked for. */
export interface Received {
  readonly status: number;
  readonly headers: EgressResponse["headers"];
  readonly sizeBytes: number;
  /** Milliseconds from the first byte asked to the last received, redirects included. */
  readonly elapsedMs: number;
  /** The body as text; what is no text in its charset becomes U+FFFD. */
  readText(): string;
  /** The body as JSON, or `nothing` where it is none. @throws DeepJsonError */
  readJson(): unknown;
  /** Every value of a header, in the order received. */
  listHeader(name: string): string[];
}

function findCharset(headers: EgressResponse["headers"]): string {
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  return /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(type)?.[1] ?? "utf-8";
}

const utf8 = new TextDecoder();

function decode(body: Uint8Array, charset: string): string {
  if (/^utf-?8$/i.test(charset)) return utf8.decode(body);
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    // A charset that nobody knows: UTF-8 is the likeliest.
    return utf8.decode(body);
  }
}

/** Headers come with one character a byte; those that are UTF-8 are read as such. */
function decodeHeader(value: string): string {
  if (!/[^ -~]/.test(value)) return value;
  const text = Buffer.from(value, "latin1").toString("utf8");
  return text.includes("\uFFFD") ? value : text;
}

function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new DeepJsonError();
  try {
    return JSON.parse(text);
  } catch {
    return nothing;
  }
}

type Answer = Pick<EgressResponse, "status" | "headers" | "body">;

/** `elapsedMs` is handed in, since it covers all hops of a redirect. */
export function makeReceived(response: Answer, elapsedMs: number): Received {
  let text: string | undefined;
  let json: { value: unknown } | undefined;
  const headers = response.headers.map(([name, value]) => [name, decodeHeader(value)] as const);
  const received: Received = {
    status: response.status,
    headers,
    sizeBytes: response.body.byteLength,
    elapsedMs,
    readText: () => (text ??= decode(response.body, findCharset(headers))),
    readJson: () => (json ??= { value: parseJson(received.readText()) }).value,
    listHeader(name) {
      const wanted = name.toLowerCase();
      return headers.filter(([own]) => own === wanted).map(([, value]) => value);
    },
  };
  return received;
}
