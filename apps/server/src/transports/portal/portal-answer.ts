/** A whole answer, the same for every reader who asks for this address. */
export interface PortalAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** null: there is no body. */
  readonly body: AnswerBody | null;
}

export interface AnswerBody {
  readonly plain: Buffer;
  /** A strong entity tag (RFC 9110 §8.8.3). */
  readonly etag: string;
  /** Whether it is sent compressed to who takes that: pictures are compressed already. */
  readonly isCoded: boolean;
}
