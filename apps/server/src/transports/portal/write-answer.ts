import { tagOf } from "./compress.ts";
import type { AnswerBody, PortalAnswer } from "./portal-answer.ts";

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

/** Bytes that are worth compressing. */
export function bodyOf(plain: Buffer): AnswerBody {
  return { plain, etag: tagOf(plain), isCoded: true };
}

export function answerWith(
  mediaType: string,
  headers: Readonly<Record<string, string>>,
  body: AnswerBody,
): PortalAnswer {
  return {
    status: 200,
    headers: {
      ...headers,
      "content-type": mediaType,
      // Asked again at every visit: what was published is seen at once, and costs a 304 where not.
      "cache-control": "public, no-cache",
      // Which bytes are sent follows from what the reader accepts.
      ...(body.isCoded ? { vary: "accept, accept-encoding" } : {}),
    },
    body,
  };
}
