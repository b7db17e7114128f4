import { createServer, type Server, type ServerOptions } from "node:http";
import {
  createSecureServer,
  type Http2SecureServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { listen } from "../listen.ts";
import { isWebSocket } from "./forward-upgrade.ts";
import type { ClientRequest, ClientResponse } from "./gateway.types.ts";

/** A certificate with its chain, and its key, in PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** What is done with the calls of clients. */
export interface CallHandlers {
  readonly onCall: (request: ClientRequest, response: ClientResponse) => void;
  readonly onUpgrade: (request: ClientRequest, socket: Duplex, head: Buffer) => void;
}

/** Listens for clients at one port. */
export interface ClientServer {
  readonly port: number;
  /** Takes no further calls; those that are under way get some time to end. */
  close(): Promise<void>;
}

const closeMs = 5000;
/** How long a connection without a call stays open. */
const idleMs = 65_000;
/** Calls at a time on one connection of HTTP/2; more of them wait at the client (RFC 9113 §5.1.2). */
const maxStreams = 250;
const maxHeaderBytes = 32_768;

const options: ServerOptions = {
  maxHeaderSize: maxHeaderBytes,
  requireHostHeader: true,
  // A body may take as long as it needs; a head may not.
  requestTimeout: 0,
  headersTimeout: 30_000,
  keepAliveTimeout: idleMs,
  noDelay: true,
  shouldUpgradeCallback: isWebSocket,
};

/**
 * @param tls - null: HTTP/1.1 in plain text; else HTTP/2 or HTTP/1.1, as the client chooses by ALPN (RFC 7301)
 * @throws the error of the operating system if it cannot listen, or of TLS if the certificate is not valid
 */
export async function startClientServer(
  place: { readonly host: string; readonly port: number },
  tls: TlsFiles | null,
  handlers: CallHandlers,
): Promise<ClientServer> {
  const http2 = tls === null ? null : serveHttp2(handlers);
  const server = tls === null ? createServer(options) : joinProtocols(tls, http2?.server);
  // Without a limit none is dropped in silence.
  server.maxHeadersCount = 0;
  for (const event of ["request", "checkContinue", "checkExpectation"])
    server.on(event, handlers.onCall);
  const upgraded = new Set<Duplex>();
  server.on("upgrade", (request: ClientRequest, socket: Duplex, head: Buffer) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    handlers.onUpgrade(request, socket, head);
  });
  server.on("connect", (_, socket: Duplex) => socket.destroy());
  server.on("clientError", refuseUnreadable);
  await listen(server, place);
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : place.port,
    async close() {
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      http2?.close();
      const timer = setTimeout(() => {
        server.closeAllConnections();
        http2?.destroy();
        for (const socket of upgraded) socket.destroy();
      }, closeMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** A server for both protocols, each with its own code: that of HTTP/2 for HTTP/1.1 has none of the options above. */
function joinProtocols(tls: TlsFiles, http2: Http2SecureServer | undefined): Server {
  const server = createHttpsServer({ ...options, ...tls, ALPNProtocols: ["h2", "http/1.1"] });
  const serveHttp1 = server.listeners("secureConnection");
  server.removeAllListeners("secureConnection");
  server.on("secureConnection", (socket: TLSSocket) => {
    if (socket.alpnProtocol === "h2") http2?.emit("secureConnection", socket);
    else for (const serve of serveHttp1) serve.call(server, socket);
  });
  return server;
}

function serveHttp2({ onCall }: CallHandlers) {
  const server = createSecureServer({
    settings: { maxConcurrentStreams: maxStreams, maxHeaderListSize: maxHeaderBytes },
    maxHeaderListPairs: 1000,
  });
  const sessions = new Map<ServerHttp2Session, number>();
  server.on("session", (session) => {
    sessions.set(session, 0);
    session.once("close", () => sessions.delete(session));
    session.on("error", () => session.destroy());
    session.on("stream", (stream: ServerHttp2Stream) => {
      sessions.set(session, (sessions.get(session) ?? 0) + 1);
      stream.once("close", () => {
        if (sessions.has(session)) sessions.set(session, (sessions.get(session) ?? 1) - 1);
      });
    });
  });
  server.setTimeout(idleMs, (session?: ServerHttp2Session) => {
    if (session !== undefined && sessions.get(session) === 0) session.close();
  });
  const serve = (request: unknown, response: unknown) =>
    onCall(request as ClientRequest, response as ClientResponse);
  for (const event of ["request", "checkContinue", "checkExpectation"]) server.on(event, serve);
  server.on("connect", (_, response) => response.stream.close());
  return {
    server,
    close() {
      for (const session of sessions.keys()) session.close();
    },
    destroy() {
      for (const session of sessions.keys()) session.destroy();
    },
  };
}

/** What cannot be read as a request is answered where it came as one, and ends the connection. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  const status = findStatus(error.code ?? "");
  if (status === null || !socket.writable) socket.destroy();
  else socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

function findStatus(code: string): string | null {
  if (code === "HPE_HEADER_OVERFLOW") return "431 Request Header Fields Too Large";
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "408 Request Timeout";
  return code.startsWith("HPE_") ? "400 Bad Request" : null;
}
