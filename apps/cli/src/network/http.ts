import type { Agent, IncomingMessage, RequestOptions } from "node:http";
import http from "node:http";
import type { HttpRequest, HttpResponse } from "@lintel/client/http.types";
import type { Environment } from "../command-line/command.types.ts";
import { describeError, NetworkFailure } from "./network-failure.ts";

export interface HttpOptions {
  /** Timeout of a new connection, in ms. */
  readonly connectMs?: number;
  /** Timeout of a silent connection, in ms: above the longest long poll (30 s). */
  readonly silenceMs?: number;
  /** Maximum size of an answer, in bytes. */
  readonly maxBytes?: number;
  /** Uses HTTP_PROXY, HTTPS_PROXY and NO_PROXY (Node 24.5 and newer); otherwise no proxy. */
  readonly proxyEnv?: Environment;
}

interface Carrier {
  readonly agent: Agent;
  request(
    url: string,
    options: RequestOptions,
    onAnswer: (answer: IncomingMessage) => void,
  ): ReturnType<typeof http.request>;
}

export interface StreamRequest extends HttpRequest {
  /** Aborts the request, which also results in a NetworkFailure. */
  readonly signal?: AbortSignal;
  /** Receives the pieces of a streamed answer, whose text is then empty. */
  readonly onPiece?: (piece: string) => void;
}

export type SendForStream = (request: StreamRequest) => Promise<HttpResponse>;

/**
 * Sends requests over kept-alive connections. Redirects are not followed, so that a key is not sent
 * elsewhere. Rejects with a NetworkFailure.
 */
export function createHttpSend(options: HttpOptions = {}): SendForStream {
  const carriers = new Map<string, Promise<Carrier>>();
  return async (request) => {
    const { origin, protocol, hostname } = new URL(request.url);
    const proxyEnv = isLoopback(hostname) ? undefined : options.proxyEnv;
    const carrier = carriers.get(origin) ?? openCarrier(protocol, proxyEnv);
    carriers.set(origin, carrier);
    return exchange(await carrier, request, options);
  };
}

/** Whether the host of an address is this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:127\.[\d.]+|localhost|\[::1\])$/.test(hostname);
}

// Loading TLS takes time, so it is loaded only when it is used.
async function openCarrier(protocol: string, proxyEnv: Environment | undefined): Promise<Carrier> {
  const { Agent, request } = protocol === "https:" ? (await import("node:https")).default : http;
  const proxy = proxyEnv === undefined ? {} : { proxyEnv };
  return { agent: new Agent({ keepAlive: true, ...proxy }), request };
}

function exchange(
  carrier: Carrier,
  { url, method, headers, body, signal, onPiece }: StreamRequest,
  { connectMs = 10_000, silenceMs = 45_000, maxBytes = 256 * 1024 * 1024 }: HttpOptions,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(describeError(error));
    const giveUp = (reason: string): void => {
      request.destroy(new NetworkFailure({ code: "ETIMEDOUT", reason }));
    };
    const { agent } = carrier;
    const wanted = { method, headers, agent, ...(signal === undefined ? {} : { signal }) };
    const request = carrier.request(url, wanted, (answer) => {
      const head = { status: answer.statusCode ?? 0, headers: toHeaders(answer) };
      if (onPiece !== undefined && isEventStream(head.headers)) {
        readPieces(answer, onPiece).then(() => resolve({ ...head, text: "" }), fail);
        return;
      }
      readBytes(answer, maxBytes).then((bytes) => {
        resolve({ ...head, text: bytes.toString("utf8"), bytes });
      }, fail);
    });
    request.on("error", fail);
    request.on("socket", (socket) => {
      if (!socket.connecting) return;
      const timer = setTimeout(giveUp, connectMs, "the host did not answer in time");
      socket.once("close", () => clearTimeout(timer));
      socket.once("connect", () => clearTimeout(timer));
    });
    request.setTimeout(silenceMs, () => giveUp("the service stopped sending"));
    // Always sends a length, because some proxies refuse a body of unknown length.
    if (body !== null) request.setHeader("content-length", Buffer.byteLength(body));
    request.end(body ?? undefined);
  });
}

// Uses events, because an iterator of the stream takes milliseconds to set up.
function readBytes(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    answer.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else {
        const reason = "the answer is too large";
        answer.destroy(new NetworkFailure({ code: "ERR_TOO_LARGE", reason }));
      }
    });
    answer.on("error", reject);
    answer.on("end", () => resolve(Buffer.concat(chunks)));
  });
}

function readPieces(answer: IncomingMessage, take: (piece: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    answer.setEncoding("utf8");
    answer.on("data", take);
    answer.on("error", reject);
    answer.on("end", resolve);
  });
}

/** Whether an answer is a stream of server-sent events. */
export function isEventStream(headers: HttpResponse["headers"]): boolean {
  return headers["content-type"]?.startsWith("text/event-stream") === true;
}

function toHeaders(answer: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : value,
    ]),
  );
}
