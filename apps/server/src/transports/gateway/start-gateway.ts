import { createServer, type Server } from "node:http";
import { createSecureServer } from "node:http2";
import type { AddressInfo, BlockList, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { AddressGuard } from "@lintel/egress/guarded-lookup";
import type { Logger } from "pino";
import type { GatewaySource } from "../../features/traffic/gateway.types.ts";
import { listen } from "../listen.ts";
import { admitCall, type Admission } from "./admit-call.ts";
import { createAnswerChecker } from "./check-answers.ts";
import { createConsumerFinder } from "./find-consumer.ts";
import { forwardCall } from "./forward-call.ts";
import { forwardSpecial } from "./forward-special.ts";
import { forwardUpgrade, isWebSocket, refuseUpgrade } from "./forward-upgrade.ts";
import { followRules } from "./gateway-rules.ts";
import type { ClientRequest, ClientResponse, Passage } from "./gateway.types.ts";
import { sendProblem } from "./own-answer.ts";
import { createConsumerLimit, type LimitConsumers } from "./limit-consumers.ts";
import { createRateBuckets } from "./rate-buckets.ts";
import { createAnswerSampler, type AnswerSampler } from "./sample-answers.ts";
import { createTrafficCounters, type TrafficCounters } from "./traffic-counters.ts";
import { createUpstreams } from "./upstream.ts";

export interface GatewayOptions {
  readonly host: string;
  readonly ports: readonly number[];
  /** null: without TLS. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  readonly source: GatewaySource;
  readonly guard: AddressGuard;
  readonly trustedProxies: BlockList | null;
  readonly log: Logger;
  readonly now: () => number;
  readonly newId: () => string;
  /** How often rules are looked at. */
  readonly refreshMs?: number;
  /** Consumers of an environment that it counts by name within an hour, in addition to those that are registered. */
  readonly maxConsumers?: number;
  /** The part of a processor that may be used to hold answers against documents. */
  readonly checkShare?: number;
}

/** A gateway that listens. */
export interface Gateway {
  readonly addresses: readonly string[];
  readonly ports: readonly number[];
  close(): Promise<void>;
}

/** @throws the error of the operating system if it cannot listen, or of the database */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { source, log, now, guard, trustedProxies } = options;
  const upstreams = createUpstreams(guard);
  const rules = await followRules({
    source,
    log,
    now,
    everyMs: options.refreshMs ?? 5000,
    onRoutes: (addresses) => upstreams.keep(addresses),
  });
  const counters = createTrafficCounters(source, options.newId, log);
  const admission: Admission = {
    state: rules.state,
    upstreams,
    findConsumer: createConsumerFinder(source),
    buckets: createRateBuckets(),
    trustedProxies,
  };
  const limitConsumers = createConsumerLimit(options.maxConsumers ?? 10_000, (environmentId) =>
    log.warn({ environmentId }, "further consumers of this hour are counted as anonymous"),
  );
  const checker = createAnswerChecker(source, log, now);
  const sampler = createAnswerSampler(checker, counters, now, options.checkShare ?? 0.02);
  const serving = { admission, counters, sampler, limitConsumers, now, log };
  const servers = options.ports.map(() => makeServer(options.tls, serving));
  await Promise.all(
    servers.map((server, at) =>
      listen(server, { host: options.host, port: options.ports[at] ?? 0 }),
    ),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  const scheme = options.tls === null ? "http" : "https";
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  return {
    addresses: ports.map((port) => `${scheme}://${host}:${port}`),
    ports,
    async close() {
      rules.close();
      await Promise.all(servers.map((server) => closeServer(server)));
      await checker.close();
      await counters.close(3000);
      await upstreams.close();
    },
  };
}

interface Serving {
  readonly admission: Admission;
  readonly counters: TrafficCounters;
  readonly sampler: AnswerSampler;
  readonly limitConsumers: LimitConsumers;
  readonly now: () => number;
  readonly log: Logger;
}

/** Calls that are under way get some time to end. */
const closeMs = 5000;

async function closeServer(server: Server): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()));
  const timer = setTimeout(() => server.closeAllConnections?.(), closeMs);
  await ended;
  clearTimeout(timer);
}

function makeServer(tls: GatewayOptions["tls"], serving: Serving): Server {
  const options = {
    maxHeaderSize: 32_768,
    requireHostHeader: true,
    // A body may take as long as it needs; a head may not.
    requestTimeout: 0,
    headersTimeout: 30_000,
    keepAliveTimeout: 65_000,
    noDelay: true,
    shouldUpgradeCallback: isWebSocket,
  };
  const server =
    tls === null
      ? createServer(options)
      : (createSecureServer({ ...options, ...tls, allowHTTP1: true }) as unknown as Server);
  // Without a limit none is dropped in silence.
  server.maxHeadersCount = 0;
  const onRequest = (request: ClientRequest, response: ClientResponse) => {
    try {
      serveCall(serving, request, response);
    } catch (error) {
      // A request that cannot be written for the upstream must not end the calls of others.
      serving.log.warn({ err: error }, "a call could not be passed on");
      const detail = "The request cannot be sent on.";
      sendProblem(response, { status: 400, code: "BAD_REQUEST", detail, passage: null });
    }
  };
  server.on("request", onRequest);
  server.on("checkContinue", onRequest);
  server.on("checkExpectation", onRequest);
  server.on("upgrade", (request: ClientRequest, socket: Duplex, head: Buffer) =>
    serveUpgrade(serving, request, socket, head),
  );
  server.on("connect", (_, socket: Duplex) => socket.destroy());
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
  });
  return server;
}

function serveCall(serving: Serving, request: ClientRequest, response: ClientResponse): void {
  const at = serving.now();
  const admitted = admitCall(serving.admission, request, at);
  const passage = "status" in admitted ? admitted.passage : admitted;
  if (passage !== null)
    response.once("finish", () => count(serving, passage, request.method, response.statusCode, at));
  if ("status" in admitted) {
    // What follows a request that was not read as a whole could be taken for another one.
    if (admitted.passage === null && request.httpVersionMajor === 1)
      response.shouldKeepAlive = false;
    sendProblem(response, admitted);
  } else if (admitted.fields.isSpecial && request.httpVersionMajor === 1)
    forwardSpecial(request, response, admitted);
  else forwardCall(request, response, admitted, serving.sampler);
}

function serveUpgrade(
  serving: Serving,
  request: ClientRequest,
  socket: Duplex,
  head: Buffer,
): void {
  const at = serving.now();
  socket.on("error", () => socket.destroy());
  const admitted = admitCall(serving.admission, request, at);
  if ("status" in admitted) {
    if (admitted.passage !== null) count(serving, admitted.passage, "GET", admitted.status, at);
    return refuseUpgrade(socket, admitted);
  }
  forwardUpgrade(request, socket, head, admitted, (status) =>
    count(serving, admitted, "GET", status, at),
  );
}

function count(
  { counters, limitConsumers }: Serving,
  { live, operation, consumer, path }: Passage,
  method: string | undefined,
  status: number,
  at: number,
): void {
  // A refused credential does not identify a consumer.
  const known = status === 401 || status === 403 ? "anonymous" : consumer;
  const { environmentId, registered } = live.route;
  const counted = registered.has(known) ? known : limitConsumers(environmentId, known, at);
  const cut = path.split("?", 1)[0] ?? "";
  counters.add(live, operation, { method: method ?? "", path: cut, consumer: counted, status, at });
}
