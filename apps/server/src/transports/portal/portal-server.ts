import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { listen } from "../listen.ts";
import type { Logger } from "pino";
import { markup, type Markup } from "@lintel/portal/html";
import { writeMessage } from "@lintel/portal/message";
import { readyAnswer, sendAnswer, type ReadyAnswer } from "./ready-answer.ts";
import type { StopNotice } from "../stop-notice.ts";
import { createAnswers, type AnswerMaker, type PortalRegion } from "./find-answer.ts";
import { missingBody, readListAddress } from "./list-sites.ts";
import { createReaderCookies } from "./cookies.ts";
import { createReaderMessages } from "./reader-messages.ts";
import { createReaderPages, type ReaderPages } from "./reader-pages.ts";
import { addressOfDirect, createProxyTrust } from "../source-address.ts";
import { loadOwnFiles, type OwnFiles } from "./portal-files.ts";
import { readAddress } from "./portal-address.ts";
import { fileHeaders, pageHeaders } from "./security-headers.ts";
import { textBody } from "./write-answer.ts";

/** A portal that listens. It has a separate origin, because users wrote its content. */
export interface PortalServer {
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

export interface PortalOptions {
  readonly host: string;
  readonly port: number;
  /** The public origin. Default: where it listens. */
  readonly publicUrl: string | null;
  readonly regions: readonly PortalRegion[];
  readonly log: Logger;
  /** As LINTEL_TRUSTED_PROXIES. Default: none. */
  readonly trustedProxies?: readonly string[];
  /** Whether the process is about to stop: every answer then closes its connection. Default: never. */
  readonly stop?: StopNotice;
}

/** While the portal closes: how often idle connections are closed, and when all are. */
const sweepMs = 100;
const cutMs = 5_000;

/** @throws the error of the operating system if it cannot listen */
export async function startPortal(options: PortalOptions): Promise<PortalServer> {
  const { log, stop = { isGiven: false } } = options;
  let isClosing = false;
  const files = await loadOwnFiles();
  const messages = makeMessages(files);
  let makers: Makers | null = null;
  const server = createReaderServer(log, async (request, response) => {
    if (makers === null) return;
    // Node then sends `Connection: close` (RFC 9112 §9.6).
    if (isClosing || stop.isGiven) response.shouldKeepAlive = false;
    try {
      const kept = recall(request, files, makers.answers);
      const made = kept ?? (await answer(request, files, makers, messages));
      await sendAnswer(request, response, made);
    } catch (error) {
      if (response.headersSent) throw error;
      log.error({ err: error }, "a page could not be shown");
      await sendAnswer(request, response, messages.failed);
    }
  });
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  const address = options.publicUrl ?? `http://${host}:${port}`;
  const { regions } = options;
  const trustsProxy = createProxyTrust(options.trustedProxies ?? []);
  const cookies = createReaderCookies(address);
  const readerMessages = createReaderMessages(files);
  const shared = { origin: address, regions, cookies, messages: readerMessages };
  const readers = createReaderPages({
    ...shared,
    addressOf: (request) => addressOfDirect(request, trustsProxy),
  });
  makers = { answers: createAnswers({ ...shared, files }), readers };
  return {
    address,
    port,
    close() {
      isClosing = true;
      return closeGently(server);
    },
  };
}

/** Closes idle connections at once, and the others after their present answer. */
function closeGently(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    const cut = setTimeout(() => server.closeAllConnections(), cutMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function createReaderServer(
  log: Logger,
  respond: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Server {
  const server = createServer({
    requestTimeout: 30_000,
    keepAliveTimeout: 75_000,
    // Readers send no bodies, so none is awaited.
    optimizeEmptyRequests: true,
  });
  server.on("request", (request, response) => {
    respond(request, response).catch((error: unknown) => {
      log.error({ err: error }, "an answer could not be sent");
      response.destroy();
    });
  });
  return server;
}

/** What can be sent at once: the portal's own files, and unchanged pages. */
function recall(
  { method, url = "/", headers }: IncomingMessage,
  files: OwnFiles,
  answers: AnswerMaker,
): ReadyAnswer | null {
  if (method !== "GET" && method !== "HEAD") return null;
  return files.byPath.get(url) ?? answers.recall(url, headers);
}

/** What makes answers, once the address of the portal is known. */
interface Makers {
  readonly answers: AnswerMaker;
  readonly readers: ReaderPages;
}

async function answer(
  request: IncomingMessage,
  files: OwnFiles,
  { answers, readers }: Makers,
  messages: Messages,
): Promise<ReadyAnswer> {
  const [path = "/", query = ""] = (request.url ?? "/").split("?", 2);
  if (/^(?:\/us)?\/_reader\//.test(path))
    return (await readers(request, path, new URLSearchParams(query))) ?? messages.missing;
  if (request.method === "POST" && path.endsWith("/_helpful")) {
    const voted = readAddress(path);
    return (
      (voted === null ? null : await answers.vote(voted, query, request.headers)) ??
      messages.missing
    );
  }
  if (request.method !== "GET" && request.method !== "HEAD") return messages.refused;
  const own = ownAnswers.get(path) ?? (await files.find(path));
  if (own !== null) return own;
  if (path === "/sitemap.xml") return answers.listSitemaps();
  if (path === "/robots.txt") return answers.robots;
  const list = readListAddress(path);
  if (list !== null) return (await answers.list(list)) ?? messages.missing;
  const address = readAddress(path);
  const made = address === null ? null : await answers.make(address, query, request.headers);
  return made ?? messages.missing;
}

/** What is the same for every portal. */
const ownAnswers: ReadonlyMap<string, ReadyAnswer> = new Map([
  // No site has its own icon yet; browsers request this one from every origin.
  [
    "/favicon.ico",
    readyAnswer({
      status: 204,
      headers: { ...fileHeaders, "cache-control": "public, max-age=86400" },
      body: null,
    }),
  ],
  ["/healthz", sayText("ok\n")],
]);

/** Pages for errors. They are the same for everyone, so they are made when the portal starts. */
interface Messages {
  readonly failed: ReadyAnswer;
  readonly refused: ReadyAnswer;
  readonly missing: ReadyAnswer;
}

function makeMessages({ addresses }: OwnFiles): Messages {
  const say = (
    status: number,
    title: string,
    body: Markup,
    more: Readonly<Record<string, string>> = {},
  ) =>
    readyAnswer({
      status,
      headers: { ...messageHeaders, ...more },
      body: textBody(writeMessage({ title, body, home: null, isIndexed: false }, addresses)),
    });
  return {
    failed: say(
      500,
      "Something went wrong",
      markup`<p>The page could not be shown. Try again.</p>`,
    ),
    refused: say(405, "Not allowed", markup`<p>Pages are read-only.</p>`, { allow: "GET, HEAD" }),
    missing: say(404, "The page does not exist", missingBody),
  };
}

const messageHeaders = {
  ...pageHeaders(null),
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  vary: "accept-encoding",
};

function sayText(text: string): ReadyAnswer {
  const headers = {
    ...fileHeaders,
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-cache",
  };
  return readyAnswer({ status: 200, headers, body: textBody(text) });
}
