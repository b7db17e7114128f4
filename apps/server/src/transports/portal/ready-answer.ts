import type { IncomingMessage, ServerResponse } from "node:http";
import { matchesTag } from "../../platform/kernel/entity-tag.ts";
import { chooseCoding, compress, type Coding } from "./compress.ts";
import type { AnswerBody, PortalAnswer } from "./portal-answer.ts";

/** An answer with its headers as they are sent; each coding is made when it is first asked for. */
export interface ReadyAnswer {
  readonly status: number;
  readonly body: AnswerBody | null;
  /** Names and values in turn: of the answer, and of the 304 in its place. */
  readonly headers: readonly string[];
  readonly coded: Partial<Record<Coding, Sent | Promise<Sent>>>;
  /** What keeping it takes, about. */
  readonly bytes: number;
}

/** One coding of an answer, as it goes out. */
interface Sent {
  readonly headers: string[];
  /** A short one is text of a byte a character: it leaves in one piece with its headers. */
  readonly body: string | Buffer;
}

const codingNames = { gzip: "gzip", brotli: "br" } as const;
const mostInOnePiece = 16 * 1024;
const nothing: Sent = { headers: [], body: "" };

export function readyAnswer({ status, headers, body }: PortalAnswer): ReadyAnswer {
  const lines = Object.entries(headers).flat();
  if (body === null) {
    const plain: Sent = { ...nothing, headers: [...lines, "content-length", "0"] };
    return { status, body, headers: lines, coded: { plain }, bytes: 1000 };
  }
  const tagged = [...lines, "etag", body.etag];
  const bytes = 1000 + body.plain.length * (body.isCoded ? 1.5 : 1);
  return { status, body, headers: tagged, coded: {}, bytes };
}

/** Sends an answer, or 304 where the reader has it. Node leaves out the body of an answer to HEAD. */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ReadyAnswer,
): Promise<void> {
  const { status, body, headers, coded } = answer;
  const held = request.headers["if-none-match"];
  if (status === 200 && body !== null && held !== undefined && isHeld(held, body)) {
    response.writeHead(304, headers as string[]).end();
    return;
  }
  const isCoded = body?.isCoded === true;
  const coding = isCoded ? chooseCoding(request.headers["accept-encoding"]) : "plain";
  const made = coded[coding] ?? makeCoding(answer, coding);
  const sent = made instanceof Promise ? await made : made;
  response.writeHead(status, sent.headers).end(sent.body, "latin1");
}

function isHeld(held: string, { etag }: AnswerBody): boolean {
  return held === etag || matchesTag(held, etag);
}

/** Made once for all who wait for it. */
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

async function code({ body, headers }: ReadyAnswer, coding: Coding): Promise<Sent> {
  if (body === null) return nothing;
  const bytes = coding === "plain" ? body.plain : await compress(body.plain, coding);
  return {
    headers: [
      ...headers,
      "content-length",
      String(bytes.length),
      ...(coding === "plain" ? [] : ["content-encoding", codingNames[coding]]),
    ],
    body: bytes.length <= mostInOnePiece ? bytes.toString("latin1") : bytes,
  };
}
