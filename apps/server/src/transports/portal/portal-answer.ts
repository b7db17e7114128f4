/** A complete answer, the same for every reader of this address. */
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
  /** Whether it is compressed if the reader accepts that: images are already compressed. */
  readonly isCoded: boolean;
}

/** A text that is generated while it is sent, so that memory never contains all of it. */
export interface AnswerStream {
  readonly kind: "stream";
  /** A weak entity tag of the text's inputs. */
  readonly etag: string;
  readonly write: () => AsyncIterable<string>;
}
