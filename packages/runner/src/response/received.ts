import type { EgressResponse } from "@lintel/egress/egress.types";
import { DeepJsonError, isTooDeep } from "./json-depth.ts";
import { nothing } from "../values/nothing.ts";

/** A response for assertions and extractions; text and JSON are decoded on first use. */
export interface Received {
  readonly status: number;
  readonly headers: EgressResponse["headers"];
  readonly sizeBytes: number;
  /** Milliseconds from the start of the request to the last byte, redirects included. */
  readonly elapsedMs: number;
  readonly bytes: Uint8Array;
  /** The body as text; bytes that are invalid in its charset become U+FFFD. */
  readText(): string;
  /**
   * The body as JSON, or `nothing` if it is not JSON.
   * @throws DeepJsonError
   */
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
    // Unknown charset: UTF-8 is the most likely one.
    return utf8.decode(body);
  }
}

/** Headers arrive with one character per byte; UTF-8 is decoded. */
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

/** `elapsedMs` is passed in, because it covers all hops of a redirect. */
export function makeReceived(response: Answer, elapsedMs: number): Received {
  let text: string | undefined;
  let json: { value: unknown } | undefined;
  const headers = response.headers.map(([name, value]) => [name, decodeHeader(value)] as const);
  const received: Received = {
    status: response.status,
    headers,
    sizeBytes: response.body.byteLength,
    elapsedMs,
    bytes: response.body,
    readText: () => (text ??= decode(response.body, findCharset(headers))),
    readJson: () => (json ??= { value: parseJson(received.readText()) }).value,
    listHeader(name) {
      const wanted = name.toLowerCase();
      return headers.filter(([own]) => own === wanted).map(([, value]) => value);
    },
  };
  return received;
}
