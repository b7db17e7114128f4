import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { Pool, type Dispatcher } from "undici";
import type { Clock } from "../platform/clock.ts";
import { signHop, type HopSecrets } from "../platform/crypto/hop-signature.ts";
import { Problem } from "../platform/problem.ts";
import { headersForCaller, headersForUpstream } from "./forwarded-headers.ts";

const nothing = Buffer.alloc(0);

export interface ForwarderOptions {
  readonly region: string;
  /** Scheme, host and port of the deployment that serves the region, from the operator's settings. */
  readonly origin: string;
  readonly hopSecrets: HopSecrets;
  readonly clock: Clock;
  readonly log: Logger;
  /** Maximum number of connections, each with one call at a time. Default: 256. */
  readonly maxCalls?: number;
  /** Default: 5 s. */
  readonly connectLimitMs?: number;
  /** How long the upstream may be silent. Default: 120 s. A held call sends a blank every 15 s. */
  readonly idleLimitMs?: number;
}

/** Forwards the calls of one region to the deployment that serves it. */
export interface RegionForwarder {
  readonly region: string;
  /**
   * Streams the call there and the answer back. Returns null once it is over, whatever the caller received, or a
   * Problem if nothing was answered yet.
   */
  forward(request: FastifyRequest, reply: FastifyReply): Promise<Problem | null>;
  /** Aborts the calls in progress. */
  close(): Promise<void>;
}

export function createRegionForwarder(options: ForwarderOptions): RegionForwarder {
  const { region, maxCalls = 256, idleLimitMs = 120_000 } = options;
  const pool = new Pool(options.origin, {
    connections: maxCalls,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: options.connectLimitMs ?? 5000 },
    headersTimeout: idleLimitMs,
    bodyTimeout: idleLimitMs,
  });
  const noteState = createStateLog(options);
  let underWay = 0;
  return {
    region,
    async forward(request, reply) {
      if (underWay >= maxCalls)
        return new Problem("UNAVAILABLE", `Too many calls to region ${region} are in progress.`);
      underWay += 1;
      try {
        return await carry(pool, options, request, reply, noteState);
      } finally {
        underWay -= 1;
      }
    },
    close: () => pool.destroy(),
  };
}

type NoteState = (failure: string | null) => void;

// One line per change, not per call: it informs the operator about the upstream, not about callers.
function createStateLog({ region, log }: ForwarderOptions): NoteState {
  let present: string | null = null;
  return (failure) => {
    if ((failure === null) === (present === null)) return;
    present = failure;
    if (failure === null) log.info({ region }, "the region's upstream answers again");
    else log.warn({ region, failure }, "the region's upstream does not answer");
  };
}

function carry(
  pool: Pool,
  options: ForwarderOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  noteState: NoteState,
): Promise<Problem | null> {
  const { raw, originalUrl: target, method } = request;
  const hop = { region: options.region, method, target };
  const call = {
    path: target,
    method,
    headers: headersForUpstream(raw, signHop(options.hopSecrets, hop, options.clock.now())),
    body: bodyOf(raw),
  };
  return new Promise((resolve) => {
    const finish = (problem: Problem | null): void => {
      // The rest of a body that the upstream did not read is read and dropped, so that the connection stays usable.
      if (call.body !== null) raw.unpipe(call.body).resume();
      resolve(problem);
    };
    pool.dispatch(call, answerThrough(options.region, reply, noteState, finish));
  });
}

/** Writes the upstream's answer to the caller as it arrives; `finish` is called once, at the end. */
function answerThrough(
  region: string,
  reply: FastifyReply,
  noteState: NoteState,
  finish: (problem: Problem | null) => void,
): Dispatcher.DispatchHandler {
  const response = reply.raw;
  let upstream: Dispatcher.DispatchController | null = null;
  let isCallerGone = response.destroyed;
  response.once("close", () => {
    if (response.writableFinished) return;
    isCallerGone = true;
    upstream?.abort(new Error("The caller disconnected."));
  });
  response.on("drain", () => upstream?.resume());
  return {
    onRequestStart(controller) {
      upstream = controller;
      if (isCallerGone) controller.abort(new Error("The caller disconnected."));
    },
    onResponseStart(controller, status, _, message) {
      // Interim answers end at each hop; the final one follows (RFC 9110 §15.2).
      if (status < 200) return;
      noteState(null);
      response.sendDate = false;
      response.writeHead(status, message ?? "", headersForCaller(rawHeadersOf(controller)));
      reply.hijack();
      // The status of a held call is sent long before its body. Node's own `flushHeaders` would write the headers as
      // UTF-8, and change their bytes.
      response.write(nothing);
    },
    onResponseData(controller, chunk) {
      if (!response.write(chunk)) controller.pause();
    },
    onResponseEnd() {
      response.end();
      finish(null);
    },
    onResponseError(_, error: Error & { code?: string }) {
      if (isCallerGone) return finish(null);
      const problem = toProblem(region, error.code, upstream !== null);
      // A call that this server cut because it stops is no sign of a broken upstream.
      if (problem.code === "UNAVAILABLE" && error.code !== "UND_ERR_DESTROYED")
        noteState(error.code ?? error.name);
      if (!response.headersSent) return finish(problem);
      // A cut answer must look cut: its end is never faked.
      response.destroy();
      return finish(null);
    },
  };
}

function toProblem(region: string, code: string | undefined, wasSent: boolean): Problem {
  if (code === "UND_ERR_INVALID_ARG") {
    const message = "The request's target or a header of it cannot be forwarded.";
    return new Problem("VALIDATION_FAILED", message, { errors: [] });
  }
  return new Problem(
    "UNAVAILABLE",
    wasSent
      ? `Region ${region} was lost before it answered; the call may have been carried out there.`
      : `Region ${region} cannot be reached right now; the call was not carried out.`,
  );
}

function rawHeadersOf(controller: Dispatcher.DispatchController): readonly (string | Buffer)[] {
  return Array.isArray(controller.rawHeaders) ? controller.rawHeaders : [];
}

// The HTTP client destroys the stream from which it reads a body, but the caller's connection must survive.
function bodyOf(request: IncomingMessage): PassThrough | null {
  const { "content-length": length = "0", "transfer-encoding": coding } = request.headers;
  if (coding === undefined && Number(length) === 0) return null;
  return request.pipe(new PassThrough());
}
