import { createConnection } from "node:net";
import { Pool } from "undici";
import type { BuiltRequest } from "./build-request.ts";

export interface Answer {
  readonly status: number;
  /** By name in lower case; values of repeated ones are joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The body was not read to its end: a held call. */
  readonly isCut: boolean;
}

export interface Sender {
  send(request: BuiltRequest): Promise<Answer | null>;
  close(): Promise<void>;
}

/** How long a held response is read before the connection is closed, as a caller can do. */
const heldLimitMs = 4000;
const answerLimitMs = 30_000;
const rawLimitMs = 3000;

/**
 * Sends requests; null if the server closed the connection without a response, which is only
 * allowed for raw ones.
 */
export function createSender(url: string, connections: number): Sender {
  const pool = new Pool(url, {
    connections,
    pipelining: 1,
    headersTimeout: answerLimitMs,
    bodyTimeout: answerLimitMs,
  });
  return {
    send: (request) =>
      request.rawWay === null ? sendPlainly(pool, request) : sendRaw(url, request),
    close: () => pool.destroy(),
  };
}

async function sendPlainly(pool: Pool, request: BuiltRequest): Promise<Answer> {
  const abort = new AbortController();
  const { statusCode, headers, body } = await pool.request({
    method: request.method,
    path: request.target,
    headers: request.headers.flat(),
    body: request.body,
    signal: abort.signal,
  });
  const chunks: Buffer[] = [];
  const isHeld = headers["x-accel-buffering"] === "no";
  let isCut = false;
  const timer = setTimeout(
    () => {
      isCut = true;
      abort.abort();
    },
    isHeld ? heldLimitMs : answerLimitMs,
  );
  try {
    for await (const chunk of body) chunks.push(chunk as Buffer);
  } catch (error) {
    if (!isCut || !isHeld) throw error;
  } finally {
    clearTimeout(timer);
  }
  return { status: statusCode, headers: joinHeaders(headers), body: Buffer.concat(chunks), isCut };
}

function joinHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** Writes bytes that no client would send, and reads the response. */
function sendRaw(url: string, request: BuiltRequest): Promise<Answer | null> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = createConnection({ host: hostname, port: Number(port) });
    const finish = (): void => {
      socket.destroy();
      resolve(parseAnswer(Buffer.concat(chunks)));
    };
    socket.setTimeout(rawLimitMs, finish);
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      if (isWhole(Buffer.concat(chunks))) finish();
    });
    socket.on("error", (error: Error & { code?: string }) =>
      error.code === "ECONNRESET" || error.code === "EPIPE" ? finish() : reject(error),
    );
    socket.on("close", finish);
    socket.write(rawBytes(request));
  });
}

function isWhole(bytes: Buffer): boolean {
  const head = bytes.indexOf("\r\n\r\n");
  if (head < 0) return false;
  const length = /content-length: (\d+)/i.exec(bytes.toString("latin1", 0, head))?.[1];
  return length !== undefined && bytes.length >= head + 4 + Number(length);
}

function parseAnswer(bytes: Buffer): Answer | null {
  const head = bytes.indexOf("\r\n\r\n");
  if (head < 0) return null;
  const [statusLine = "", ...lines] = bytes.toString("latin1", 0, head).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  const rest = bytes.subarray(head + 4);
  const length = headers["content-length"];
  const body = length === undefined ? rest : rest.subarray(0, Number(length));
  return { status: Number(statusLine.split(" ")[1]), headers, body, isCut: false };
}

function rawBytes({ method, target, headers, body, rawWay }: BuiltRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const content = body ?? Buffer.alloc(0);
  const length = `content-length: ${content.length}`;
  const host = "host: 127.0.0.1";
  const whole = (first: string, ...others: string[]): Buffer =>
    Buffer.concat([
      Buffer.from([first, ...others, ...lines, "", ""].join("\r\n"), "latin1"),
      content,
    ]);
  const first = `${method} ${target} HTTP/1.1`;
  switch (rawWay) {
    case "no host":
      return whole(first, length);
    case "two hosts":
      return whole(first, host, "host: other", length);
    case "bad header name":
      return whole(first, host, "bad name: x", length);
    case "header with NUL":
      return whole(first, host, "x-odd: a\0b", length);
    case "folded header":
      return whole(first, host, "x-odd: a\r\n b", length);
    case "bare LF":
      return Buffer.from(`${first}\n${host}\n${length}\n\n`, "latin1");
    case "bad version":
      return whole(`${method} ${target} HTTP/9.9`, host, length);
    case "bad method":
      return whole(`G@T ${target} HTTP/1.1`, host, length);
    case "two lengths":
      return whole(first, host, length, "content-length: 7");
    case "length and chunks":
      return whole(first, host, length, "transfer-encoding: chunked");
    case "bad chunk":
      return Buffer.from(
        `${first}\r\n${host}\r\n${lines.join("\r\n")}\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
        "latin1",
      );
    case "negative length":
      return whole(first, host, "content-length: -5");
    case "long target":
      return whole(
        `${method} ${target}${target.includes("?") ? "&" : "?"}a=${"x".repeat(20_000)} HTTP/1.1`,
        host,
        length,
      );
    case "many headers":
      return whole(first, host, length, ...Array.from({ length: 3000 }, (_, at) => `x-${at}: y`));
    case "space in target":
      return whole(`${method} ${target} x HTTP/1.1`, host, length);
    case "http2 preface":
      return Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    default:
      return Buffer.from("\r\n\r\n\r\n");
  }
}
