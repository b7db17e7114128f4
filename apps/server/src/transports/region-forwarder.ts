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
  /** Connections at most, each with one call at a time; 256 unless given. */
  readonly maxCalls?: number;
  /** 5 s unless given. */
  readonly connectLimitMs?: number;
  /** How long the upstream may be silent; 120 s unless given. A held call sends a blank every 15 s. */
  readonly idleLimitMs?: number;
}

/** Hands the calls of one region to the deployment that serves it. */
export interface RegionForwarder {
  readonly region: string;
  /**
   * Streams the call there and the answer back. Null once it is over, however it went for the
   * caller; a Problem where nothing was answered yet.
   */
  forward(request: FastifyRequest, reply: FastifyReply): Promise<Problem | null>;
  /** Cuts what is under way. */
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
        return new Problem("UNAVAILABLE", `Too many calls to region ${region} are under way.`);
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

// One line a change, none a call: it tells the operator of the upstream and nothing of any caller.
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
      // What the upstream did not want to read is read and dropped, so that the line stays usable.
      if (call.body !== null) raw.unpipe(call.body).resume();
      resolve(problem);
    };
    pool.dispatch(call, answerThrough(options.region, reply, noteState, finish));
  });
}

/** Writes the upstream's answer to the caller as it comes; `finish` is called once, at the end. */
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
    upstream?.abort(new Error("The caller went away."));
  });
  response.on("drain", () => upstream?.resume());
  return {
    onRequestStart(controller) {
      upstream = controller;
      if (isCallerGone) controller.abort(new Error("The caller went away."));
    },
    onResponseStart(controller, status, _, message) {
      // Interim answers end at each hop; the final one follows (RFC 9110 §15.2).
      if (status < 200) return;
      noteState(null);
      response.sendDate = false;
      response.writeHead(status, message ?? "", headersForCaller(rawHeadersOf(controller)));
      reply.hijack();
      // A held call is told its status long before its body. Node's own `flushHeaders` would write
      // the headers as UTF-8, and change their bytes.
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
      // A call that this server cut, because it stops, says nothing of the upstream.
      if (problem.code === "UNAVAILABLE" && error.code !== "UND_ERR_DESTROYED")
        noteState(error.code ?? error.name);
      if (!response.headersSent) return finish(problem);
      // An answer that was cut must look cut: its end is never made up.
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

// The HTTP client destroys what it reads a body from; the caller's line must outlive that.
function bodyOf(request: IncomingMessage): PassThrough | null {
  const { "content-length": length = "0", "transfer-encoding": coding } = request.headers;
  if (coding === undefined && Number(length) === 0) return null;
  return request.pipe(new PassThrough());
}
