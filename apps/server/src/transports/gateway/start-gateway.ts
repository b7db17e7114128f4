import type { BlockList } from "node:net";
import type { Duplex } from "node:stream";
import type { AddressGuard } from "@lintel/egress/guarded-lookup";
import type { Logger } from "pino";
import type { GatewaySource } from "../../features/traffic/gateway.types.ts";
import { admitCall, type Admission } from "./admit-call.ts";
import { createAnswerChecker } from "./check-answers.ts";
import { startClientServer, type CallHandlers, type TlsFiles } from "./client-server.ts";
import { createConsumerFinder } from "./find-consumer.ts";
import { forwardCall } from "./forward-call.ts";
import { forwardSpecial } from "./forward-special.ts";
import { forwardUpgrade, refuseUpgrade } from "./forward-upgrade.ts";
import { followRules } from "./gateway-rules.ts";
import type { ClientRequest, ClientResponse, Passage } from "./gateway.types.ts";
import { sendProblem } from "./own-answer.ts";
import { createConsumerLimit, type LimitConsumers } from "./limit-consumers.ts";
import { createRateBuckets } from "./rate-buckets.ts";
import { createAnswerSampler, type AnswerSampler } from "./sample-answers.ts";
import { createTrafficCounters, type TrafficCounters } from "./traffic-counters.ts";
import { createUpstreams, type UpstreamTimeouts } from "./upstream.ts";

export interface GatewayOptions {
  readonly host: string;
  readonly ports: readonly number[];
  /** null: without TLS. */
  readonly tls: TlsFiles | null;
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
  readonly upstreamTimeouts?: UpstreamTimeouts;
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
  const upstreams = createUpstreams(guard, options.upstreamTimeouts);
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
  const handlers: CallHandlers = {
    onCall: (request, response) => tryCall(serving, request, response),
    onUpgrade: (request, socket, head) => serveUpgrade(serving, request, socket, head),
  };
  const servers = await Promise.all(
    options.ports.map((port) =>
      startClientServer({ host: options.host, port }, options.tls, handlers),
    ),
  );
  const ports = servers.map(({ port }) => port);
  const scheme = options.tls === null ? "http" : "https";
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  return {
    addresses: ports.map((port) => `${scheme}://${host}:${port}`),
    ports,
    async close() {
      rules.close();
      await Promise.all(servers.map((server) => server.close()));
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

/** A request that cannot be written for the upstream must not end the calls of others. */
function tryCall(serving: Serving, request: ClientRequest, response: ClientResponse): void {
  try {
    serveCall(serving, request, response);
  } catch (error) {
    serving.log.warn({ err: error }, "a call could not be passed on");
    const detail = "The request cannot be sent on.";
    sendProblem(response, { status: 400, code: "BAD_REQUEST", detail, passage: null });
  }
}

function serveCall(serving: Serving, request: ClientRequest, response: ClientResponse): void {
  const at = serving.now();
  const admitted = admitCall(serving.admission, request, at);
  const passage = "status" in admitted ? admitted.passage : admitted;
  if (passage !== null)
    onceEnded(response, (status) => count(serving, passage, request.method, status, at));
  if ("status" in admitted) {
    // What follows a request that was not read as a whole could be taken for another one.
    if (admitted.passage === null && request.httpVersionMajor === 1)
      response.shouldKeepAlive = false;
    sendProblem(response, admitted);
  } else if (admitted.fields.isSpecial) forwardSpecial(request, response, admitted);
  else forwardCall(request, response, admitted, serving.sampler);
}

/** The status of a client that left before its answer began; never sent. */
const clientClosed = 499;

/** Calls back once, when an answer is complete or its client has left. */
function onceEnded(response: ClientResponse, onStatus: (status: number) => void): void {
  let isEnded = false;
  const end = () => {
    if (!isEnded) onStatus(response.headersSent ? response.statusCode : clientClosed);
    isEnded = true;
  };
  response.once("finish", end);
  response.once("close", end);
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
  { live, operation, consumer, isScan, path }: Passage,
  method: string | undefined,
  status: number,
  at: number,
): void {
  if (isScan) return;
  // A refused credential does not identify a consumer.
  const known = status === 401 || status === 403 ? "anonymous" : consumer;
  const { environmentId, registered } = live.route;
  const counted = registered.has(known) ? known : limitConsumers(environmentId, known, at);
  const cut = path.split("?", 1)[0] ?? "";
  counters.add(live, operation, { method: method ?? "", path: cut, consumer: counted, status, at });
}
