import type { Dispatcher } from "undici";

import { EgressError } from "./egress-error.ts";
import { explainFailure } from "./explain-failure.ts";
import type { Hop } from "./hop.ts";
import type { Interruption } from "./interruption.ts";
import type { AnswerHead, ReceiveRules } from "./choose-receiver.ts";
import { chooseReceiver } from "./choose-receiver.ts";
import type { MeteredHandler } from "./metered-client.ts";
import type { BodyEvents, BodyReceiver } from "./receive-body.ts";
import { readWireHeaders, toWireHeaders } from "./request-headers.ts";
import { createInterimMeter, checkWireBytes } from "./wire-limits.ts";

export interface Answer extends AnswerHead {
  readonly body: Uint8Array;
  /** By the clock of `performance`. */
  readonly sentAt: number;
  readonly answeredAt: number;
}

export type Outcome =
  | { readonly answer: Answer }
  | { readonly error: EgressError; readonly hasAnswerBegun: boolean };

interface Exchange {
  readonly hop: Hop;
  readonly rules: ReceiveRules;
  readonly resolve: (outcome: Outcome) => void;
  connection: Dispatcher.DispatchController | undefined;
  receiver: BodyReceiver | undefined;
  head: AnswerHead;
  sentAt: number;
  answeredAt: number;
  bodyBytes: number;
  hasAnswerBegun: boolean;
  hasAnswerEnded: boolean;
  isSettled: boolean;
}

/** One request and its answer on a connection of the dispatcher. Never rejects. */
export function exchange(
  dispatcher: Dispatcher,
  hop: Hop,
  rules: ReceiveRules,
  interruption: Interruption,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const run: Exchange = {
      hop,
      rules,
      resolve,
      connection: undefined,
      receiver: undefined,
      head: { status: 0, headers: [] },
      sentAt: 0,
      answeredAt: 0,
      bodyBytes: 0,
      hasAnswerBegun: false,
      hasAnswerEnded: false,
      isSettled: false,
    };
    interruption.listen((reason) => fail(run, reason));
    if (!run.isSettled) dispatcher.dispatch(describeRequest(hop), createHandler(run));
  });
}

function describeRequest({ target, method, headers, body }: Hop): Dispatcher.DispatchOptions {
  return {
    path: target.path,
    method,
    headers: toWireHeaders(headers),
    body: body ?? null,
    // undici would end the connection after a DELETE with a body, which RFC 9112 §9.3 does not
    // require.
    ...(method === "DELETE" ? { reset: false } : {}),
  };
}

const notNeeded = new EgressError("ABORTED", "The rest of the answer is not needed.");

function settle(run: Exchange, outcome: Outcome): void {
  if (run.isSettled) return;
  run.isSettled = true;
  run.receiver?.destroy();
  if (!run.hasAnswerEnded) run.connection?.abort(notNeeded);
  run.resolve(outcome);
}

const toAnswer = ({ head, sentAt, answeredAt }: Exchange, body: Uint8Array): Answer => ({
  ...head,
  body,
  sentAt,
  answeredAt,
});

function fail(run: Exchange, error: EgressError): void {
  settle(run, { error, hasAnswerBegun: run.hasAnswerBegun });
}

function createHandler(run: Exchange): MeteredHandler {
  const checkInterim = createInterimMeter();
  const events: BodyEvents = {
    onReady: () => run.connection?.resume(),
    onDone: (body) => settle(run, { answer: toAnswer(run, body) }),
    onError: (error) => fail(run, error),
  };
  return {
    onWireBytes(count) {
      const error = checkWireBytes(count, run.head, run.bodyBytes, run.rules.maxBodyBytes);
      if (error !== undefined) fail(run, error);
    },
    onRequestStart(controller) {
      run.connection = controller;
      run.sentAt = performance.now();
      if (run.isSettled) controller.abort(notNeeded);
    },
    onResponseStarted() {
      run.hasAnswerBegun = true;
    },
    onResponseStart(controller, status) {
      // Errors thrown here arrive in onResponseError.
      const headers = readWireHeaders(controller.rawHeaders);
      if (status < 200) return checkInterim(headers);
      run.head = { status, headers };
      run.answeredAt = performance.now();
      run.receiver = chooseReceiver(run.hop.method, run.head, run.rules, events);
    },
    onResponseData(controller, chunk) {
      run.bodyBytes += chunk.length;
      if (!run.isSettled && run.receiver?.write(chunk) === false) controller.pause();
    },
    onResponseEnd() {
      run.hasAnswerEnded = true;
      if (!run.isSettled) run.receiver?.end();
    },
    onResponseError(_controller, error) {
      const { hostname, port } = run.hop.target;
      fail(run, explainFailure(error, `${hostname}:${port}`));
    },
  };
}
