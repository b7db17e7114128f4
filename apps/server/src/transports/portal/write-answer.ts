import { tagOf } from "./compress.ts";
import type { AnswerBody, AnswerStream, PortalAnswer } from "./portal-answer.ts";

/** A text that anyone may read, in every coding. */
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
 * A text that is written while it is sent.
 *
 * @param state - changes with everything that the text is made from
 */
export function streamBody(state: string, write: () => AsyncIterable<string>): AnswerStream {
  return { kind: "stream", etag: `W/${tagOf(Buffer.from(state))}`, write };
}

/** Bytes that are worth compressing. */
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
      // Asked again at every visit: what was published is seen at once, and costs a 304 where not.
      "cache-control": "public, no-cache",
      // Which bytes are sent follows from what the reader accepts.
      ...(body.kind === "stream" || body.isCoded ? { vary: "accept, accept-encoding" } : {}),
    },
    body,
  };
}
