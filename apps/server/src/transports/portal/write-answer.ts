import { tagOf } from "./compress.ts";
import type { AnswerBody, AnswerStream, PortalAnswer } from "./portal-answer.ts";

/** A public text, in every coding. */
export function send(
  text: string,
  mediaType: string,
  headers: Readonly<Record<string, string>>,
): PortalAnswer {
  return answerWith(mediaType, headers, textBody(text));
}

export function textBody(text: string): AnswerBody {
  return bodyOf(Buffer.from(text));
}

/**
 * A text that is generated while it is sent.
 *
 * @param state - changes with all inputs of the text
 */
export function streamBody(state: string, write: () => AsyncIterable<string>): AnswerStream {
  return { kind: "stream", etag: `W/${tagOf(Buffer.from(state))}`, write };
}

/** Minimum size for compression, in bytes. */
export function bodyOf(plain: Buffer): AnswerBody {
  return { kind: "bytes", plain, etag: tagOf(plain), isCoded: true };
}

export function answerWith(
  mediaType: string,
  headers: Readonly<Record<string, string>>,
  body: AnswerBody | AnswerStream,
): PortalAnswer {
  return {
    status: 200,
    headers: {
      ...headers,
      "content-type": mediaType,
      // Revalidated at every visit: changes are seen at once, and an unchanged page costs only a
      // 304.
      "cache-control": "public, no-cache",
      // The content depends on what the reader accepts.
      ...(body.kind === "stream" || body.isCoded ? { vary: "accept, accept-encoding" } : {}),
    },
    body,
  };
}
