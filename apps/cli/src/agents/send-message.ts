import process from "node:process";
import type { HttpResponse } from "@lintel/client/http.types";
import { isObject } from "@lintel/json/value";
import { Failure } from "../outcome/failure.ts";
import { signRequests, type Credential } from "../network/credential.ts";
import { createEventReader } from "../network/event-stream.ts";
import { createHttpSend, isEventStream, type SendForStream } from "../network/http.ts";
import { NetworkFailure } from "../network/network-failure.ts";

export interface MessageRoute {
  readonly address: string;
  readonly credential: Credential;
  readonly region: "eu" | "us";
}

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: {
    readonly name?: unknown;
    readonly uri?: unknown;
    readonly requestId?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

export interface MessageSender {
  /** Sends one line to the tool server, and emits the lines of the answer as they arrive. */
  send(line: string): Promise<void>;
  /** Closes the subscriptions, which would otherwise never end. */
  stopListening(): void;
}

// A run may take minutes without any output.
const silenceMs = 15 * 60_000;
const versionKey = "io.modelcontextprotocol/protocolVersion";

/** Messages of Streamable HTTP: one request each, with headers that repeat some of its fields. */
export function createMessageSender(
  route: MessageRoute,
  emit: (line: string) => void,
): MessageSender {
  const send = createHttpSend({ proxyEnv: process.env, silenceMs });
  const exchange = createExchange(signRequests(route.credential, send), route);
  const listening = new Map<unknown, AbortController>();
  const listen = async (message: Message, line: string): Promise<void> => {
    const stop = new AbortController();
    listening.set(message.id, stop);
    const answer = await exchange(message, line, emit, stop.signal);
    listening.delete(message.id);
    // A client that cancels a request does not wait for its answer.
    if (answer !== null && !stop.signal.aborted) emit(answer);
  };
  return {
    async send(line) {
      const message = parse(line);
      if (message === null)
        return emit(formatError(null, -32_700, "The line is not a JSON object."));
      if (message.method === "subscriptions/listen") return listen(message, line);
      // Over HTTP a request is cancelled by closing its connection (MCP 2026-07-28, "Cancellation").
      const listened = listening.get(message.params?.requestId);
      if (message.method === "notifications/cancelled" && listened) return listened.abort();
      const answer = await exchange(message, line, emit);
      if (answer !== null) emit(answer);
    },
    stopListening: () => listening.forEach((stop) => stop.abort()),
  };
}

type Exchange = (
  message: Message,
  line: string,
  emit: (line: string) => void,
  signal?: AbortSignal,
) => Promise<string | null>;

/** An exchange emits what is streamed. It returns the final line, or null if there is none. */
function createExchange(send: SendForStream, route: MessageRoute): Exchange {
  /** The version agreed in `initialize`; later versions of the protocol send it with every message. */
  let agreed: string | undefined;
  return async (message, line, emit, signal) => {
    const headers = { ...headersOf(route), ...headersFor(message, agreed) };
    const stream = readStream(message, emit);
    try {
      const request = { url: route.address, method: "POST", headers, body: line };
      const { take } = stream;
      const response = await send({ ...request, onPiece: take, ...(signal && { signal }) });
      if (isEventStream(response.headers))
        return stream.hasEnded()
          ? null
          : answerTo(message, -32_000, "The connection closed before the answer was complete.");
      if (message.method === "initialize") agreed = readAgreed(response.text) ?? agreed;
      return readAnswer(message, response);
    } catch (error) {
      if (error instanceof Failure)
        return answerTo(message, -32_000, `${error.message} ${error.fix}`);
      if (!(error instanceof NetworkFailure)) throw error;
      if (stream.hasEnded()) return null;
      return answerTo(message, -32_000, `No answer from ${route.address}: ${error.reason}.`);
    }
  };
}

/** Emits the messages of a stream, one per line, and watches for the final answer. */
function readStream({ id }: Message, emit: (line: string) => void) {
  let ended = id === undefined;
  const take = createEventReader((data) => {
    const message = parse(data);
    if (message === null) return;
    if (message.id === id && message.method === undefined) ended = true;
    emit(JSON.stringify(message));
  });
  return { take, hasEnded: () => ended };
}

function headersOf({ region }: MessageRoute): Record<string, string> {
  return {
    "x-svc-region": region,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
}

function headersFor({ method, params }: Message, agreed: string | undefined) {
  const version = params?._meta?.[versionKey];
  if (typeof version !== "string")
    return agreed === undefined ? {} : { "mcp-protocol-version": agreed };
  const named = params?.name ?? params?.uri;
  return {
    "mcp-protocol-version": version,
    ...(typeof method === "string" ? { "mcp-method": toHeaderText(method) } : {}),
    ...(typeof named === "string" ? { "mcp-name": toHeaderText(named) } : {}),
  };
}

/** A name for a header: a name that is not plain text is encoded in Base64 (MCP 2026-07-28, "Transports"). */
function toHeaderText(name: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(name) && !name.startsWith("=?");
  return isPlain ? name : `=?base64?${Buffer.from(name).toString("base64")}?=`;
}

function readAnswer(message: Message, { status, headers, text }: HttpResponse): string | null {
  const answer = parse(text);
  if (answer !== null && "jsonrpc" in answer) return JSON.stringify(answer);
  if (status < 300 && text === "") return null;
  const isProblem = headers["content-type"]?.startsWith("application/problem+json") === true;
  const problem = answer as { title?: unknown; detail?: unknown } | null;
  if (isProblem && problem !== null)
    return answerTo(
      message,
      -32_000,
      `${String(problem.title)}: ${String(problem.detail)}`,
      problem,
    );
  return answerTo(
    message,
    -32_000,
    `The service answers HTTP ${status}, which is not an answer of Lintel.`,
  );
}

function readAgreed(text: string): string | undefined {
  const { result } = (parse(text) ?? {}) as { result?: { protocolVersion?: unknown } };
  const version = result?.protocolVersion;
  return typeof version === "string" ? version : undefined;
}

function parse(text: string): Message | null {
  try {
    const value = JSON.parse(text) as unknown;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The error for a message that expects an answer. */
function answerTo({ id }: Message, code: number, text: string, data?: object): string | null {
  return id === undefined ? null : formatError(id, code, text, data);
}

function formatError(
  id: string | number | null,
  code: number,
  message: string,
  data?: object,
): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } });
}
