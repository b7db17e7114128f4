/** A whole answer, the same for every reader who asks for this address. */
export interface PortalAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** null: there is no body. */
  readonly body: AnswerBody | AnswerStream | null;
}

export interface AnswerBody {
  readonly kind: "bytes";
  readonly plain: Buffer;
  /** A strong entity tag (RFC 9110 §8.8.3). */
  readonly etag: string;
  /** Whether it is sent compressed to who takes that: pictures are compressed already. */
  readonly isCoded: boolean;
}

/** A text that is written while it is sent: memory never holds all of it. */
export interface AnswerStream {
  readonly kind: "stream";
  /** A weak entity tag of what the text is made from. */
  readonly etag: string;
  readonly write: () => AsyncIterable<string>;
}
