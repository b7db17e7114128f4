import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { matchesTag } from "../../platform/kernel/entity-tag.ts";
import { chooseCoding, compress, makeCoder, type Coding } from "./compress.ts";
import type { PortalAnswer } from "./portal-answer.ts";

/** An answer with its headers in their final form. */
export interface ReadyAnswer {
  readonly status: number;
  /** null: there is no body. */
  readonly etag: string | null;
  /** Names and values in turn: for the answer, and for a 304 instead of it. */
  readonly headers: readonly string[];
  /** Whether it is compressed if the reader accepts that. */
  readonly isCoded: boolean;
  readonly coded: Partial<Record<Coding, Sent | Promise<Sent>>>;
  /** Writes a text while it is sent; null if all of it is in memory. */
  readonly write: (() => AsyncIterable<string>) | null;
  /** The bytes from which codings are made; null for an answer without a body and for a stream. */
  readonly plain: Buffer | null;
  /** Approximate memory that it occupies in the cache. */
  readonly bytes: number;
}

/** One coding of an answer, as it is sent. */
interface Sent {
  readonly headers: string[];
  /** A short one is a text with one byte per character: it is sent in one piece with its headers. */
  readonly body: string | Buffer;
}

const codingNames = { gzip: "gzip", brotli: "br" } as const;
const maxInOnePiece = 16 * 1024;
/** Memory of an answer in addition to its body. */
const usualBytes = 1000;

/** An answer for every reader; each coding is made at its first request. */
export function readyAnswer({ status, headers, body }: PortalAnswer): ReadyAnswer {
  const lines = Object.entries(headers).flat();
  if (body === null) {
    const coded = { plain: { headers: [...lines, "content-length", "0"], body: "" } };
    const empty = { etag: null, isCoded: false, plain: null, write: null };
    return { status, headers: lines, coded, ...empty, bytes: usualBytes };
  }
  if (body.kind === "stream") {
    const { etag, write } = body;
    const streamed = { isCoded: true, coded: {}, plain: null, bytes: usualBytes };
    return { status, etag, headers: [...lines, "etag", etag], ...streamed, write };
  }
  const { plain, etag, isCoded } = body;
  const bytes = usualBytes + plain.length * (isCoded ? 1.5 : 1);
  const headersSent = [...lines, "etag", etag];
  return { status, etag, headers: headersSent, isCoded, coded: {}, plain, write: null, bytes };
}

/** Sends an answer, or 304 if the reader has it. Node omits the body of an answer to HEAD. */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ReadyAnswer,
): Promise<void> {
  const { status, etag, headers, isCoded, coded } = answer;
  const held = request.headers["if-none-match"];
  if (status === 200 && etag !== null && held !== undefined && isHeld(held, etag)) {
    response.writeHead(304, headers as string[]).end();
    return;
  }
  const coding = isCoded ? chooseCoding(request.headers["accept-encoding"]) : "plain";
  if (answer.write !== null) return sendStream(request, response, answer, answer.write, coding);
  const made = coded[coding] ?? makeCoding(answer, coding);
  const sent = made instanceof Promise ? await made : made;
  response.writeHead(status, sent.headers).end(sent.body, "latin1");
}

/** Each part is sent when the reader has received the previous ones. */
async function sendStream(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers }: ReadyAnswer,
  write: () => AsyncIterable<string>,
  coding: Coding,
): Promise<void> {
  response.writeHead(status, [...headers, ...nameCoding(coding)]);
  if (method === "HEAD") {
    response.end();
    return;
  }
  const coder = makeCoder(coding);
  const parts = Readable.from(write(), { highWaterMark: 4 });
  const sent = coder === null ? pipeline(parts, response) : pipeline(parts, coder, response);
  // A reader may close the connection early.
  await sent.catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";

const nameCoding = (coding: Coding): string[] =>
  coding === "plain" ? [] : ["content-encoding", codingNames[coding]];

function isHeld(held: string, etag: string): boolean {
  return held === etag || matchesTag(held, etag);
}

/** Made once for all simultaneous requests. */
function makeCoding(answer: ReadyAnswer, coding: Coding): Promise<Sent> {
  const { coded } = answer;
  const making = code(answer, coding);
  coded[coding] = making;
  making.then(
    (sent) => (coded[coding] = sent),
    () => delete coded[coding],
  );
  return making;
}

async function code({ plain, headers }: ReadyAnswer, coding: Coding): Promise<Sent> {
  if (plain === null) throw new Error("An answer without bytes cannot be encoded.");
  return toSent(headers, coding, await compress(plain, coding));
}

function toSent(headers: readonly string[], coding: Coding, bytes: Buffer): Sent {
  return {
    headers: [...headers, "content-length", String(bytes.length), ...nameCoding(coding)],
    body: bytes.length <= maxInOnePiece ? bytes.toString("latin1") : bytes,
  };
}
