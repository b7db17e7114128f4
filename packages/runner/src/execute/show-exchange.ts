import type { HeaderField } from "@lintel/egress/hop";
import { isCredentialName } from "@lintel/masking/credential-names";
import { type Masker, maskText } from "@lintel/masking/masker";
import { makeReceived } from "../response/received.ts";
import type { RenderedRequest } from "./render-request.ts";
import type { Followed } from "./send-request.ts";

/** A body as it is shown: the beginning of a text, or of bytes that are no text. */
export interface ShownBody {
  readonly encoding: "text" | "base64";
  readonly content: string;
  readonly isCut: boolean;
}

export interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderField[];
  readonly body: ShownBody | null;
}

export interface ShownResponse {
  readonly status: number;
  readonly url: string;
  readonly headers: readonly HeaderField[];
  readonly body: ShownBody | null;
  readonly sizeBytes: number;
}

/** What of an exchange is shown: `caller` sees the credentials that it received, `all` sees none. */
export interface Showing {
  readonly masker: Masker;
  readonly to: "caller" | "all";
  readonly maxBytes: number;
}

export function showRequest(
  { method, target, body }: RenderedRequest,
  headers: readonly HeaderField[],
  showing: Showing,
): ShownRequest {
  return {
    method,
    url: showLine(target.href, showing),
    headers: showHeaders(headers, showing),
    body: body === undefined ? null : showText(body, showing),
  };
}

export function showResponse({ response }: Followed, showing: Showing): ShownResponse {
  const received = makeReceived(response, 0);
  return {
    status: response.status,
    url: showLine(response.url, showing),
    headers: showHeaders(received.headers, showing),
    body: showBody(received, showing),
    sizeBytes: received.sizeBytes,
  };
}

const showLine = (text: string, { masker, to }: Showing): string =>
  to === "caller" ? masker.known(text) : masker.text(text);

function showHeaders(fields: readonly HeaderField[], { masker, to }: Showing): HeaderField[] {
  return fields.map(([name, value]) => {
    if (to === "caller") return [masker.known(name), masker.known(value)];
    return [masker.text(name), isCredentialName(name) ? maskText : masker.text(value)];
  });
}

function showBody(received: ReturnType<typeof makeReceived>, showing: Showing): ShownBody | null {
  if (received.sizeBytes === 0) return null;
  const text = received.readText();
  if (!isBinary(text)) return showText(text, showing);
  const { masker, maxBytes } = showing;
  // No part of bytes can be replaced, so that bytes with a secret in them are not shown at all.
  const hasSecret = masker.isIn(Buffer.from(received.bytes).toString("latin1"));
  const bytes = hasSecret ? Buffer.of() : Buffer.from(received.bytes).subarray(0, maxBytes);
  const isCut = bytes.length < received.sizeBytes;
  return { encoding: "base64", content: bytes.toString("base64"), isCut };
}

function showText(text: string, { masker, to, maxBytes }: Showing): ShownBody {
  const content = to === "caller" ? masker.known(text, maxBytes) : masker.start(text, maxBytes);
  return { encoding: "text", content, isCut: Buffer.byteLength(text) > maxBytes };
}

/** Texts have no U+0000, and rarely a character that could not be decoded. */
function isBinary(text: string): boolean {
  const start = text.slice(0, 4096);
  const lost = start.split("\uFFFD").length - 1;
  return start.includes("\0") || lost > start.length / 50;
}
