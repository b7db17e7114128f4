import type { Dispatcher } from "undici";
import type { ClientRequest, ClientResponse, OwnAnswer, Passage } from "./gateway.types.ts";
import { sendProblem } from "./own-answer.ts";
import { makeResponseFields } from "./response-fields.ts";
import type { AnswerSample, AnswerSampler } from "./sample-answers.ts";

/** Sends a call to its upstream and the answer to the client, both as they come. */
export function forwardCall(
  request: ClientRequest,
  response: ClientResponse,
  passage: Passage,
  sampler: AnswerSampler,
  isAgain = false,
): void {
  const { upstream, target, headers, fields, treatment } = passage;
  const pool = isAgain ? upstream.freshPool : upstream.pool;
  let controller: Dispatcher.DispatchController | null = null;
  let [isGone, isWhole] = [false, false];
  let sample: AnswerSample | null = null;
  const onDrain = () => controller?.resume();
  response.on("drain", onDrain);
  response.once("close", () => {
    isGone = true;
    if (!isWhole) controller?.abort(new Error("The client is gone."));
  });
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (isGone) started.abort(new Error("The client is gone."));
    },
    onResponseStart(_, status, found) {
      if (status < 200) {
        const { link } = found;
        if (status === 103 && link !== undefined) passHints(response, link);
        return;
      }
      upstream.health.noteAnswer();
      sample = sampler.begin(passage, request.method, { status, headers: found });
      response.writeHead(status, makeResponseFields(status, found, treatment.headers));
    },
    onResponseData(started, chunk) {
      sample?.add(chunk);
      if (!response.write(chunk)) started.pause();
    },
    onResponseEnd(_, trailers) {
      if (Object.keys(trailers).length > 0) response.addTrailers(trailers);
      isWhole = true;
      response.end();
      sample?.end();
    },
    onResponseError(_, error) {
      sample?.drop();
      response.off("drain", onDrain);
      if (isGone) return;
      if (!isAgain && !response.headersSent && isStale(error) && isRepeatable(request, passage)) {
        forwardCall(request, response, passage, sampler, true);
        return;
      }
      sendProblem(response, explainFailure(error, passage));
    },
  };
  const method = request.method as Dispatcher.HttpMethod;
  try {
    pool.dispatch(
      { method, path: target, headers, body: fields.hasBody ? request : null },
      handler,
    );
  } catch (error) {
    sendProblem(response, explainFailure(error, passage));
  }
}

/** Hints with a form that cannot be passed on are left out: the answer follows them. */
function passHints(response: ClientResponse, link: string | string[]): void {
  try {
    response.writeEarlyHints({ link });
  } catch (error) {
    if (!codeOf(error).startsWith("ERR_INVALID_")) throw error;
  }
}

/** A call that changes nothing can be sent again if a kept connection ended just then (RFC 9110 §9.2.2). */
const isRepeatable = ({ method = "" }: ClientRequest, { fields }: Passage) =>
  !fields.hasBody && ["GET", "HEAD", "OPTIONS"].includes(method);

const isStale = (error: unknown) =>
  ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(codeOf(error));

export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** What a client gets where the upstream gave nothing. */
export function explainFailure(error: unknown, passage: Passage): OwnAnswer {
  const code = codeOf(error);
  if (code === "UND_ERR_INVALID_ARG")
    return { status: 400, code: "BAD_REQUEST", detail: "The request cannot be sent on.", passage };
  passage.upstream.health.noteFailure(Date.now());
  const isLate = ["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"].includes(code);
  return isLate
    ? {
        status: 504,
        code: "UPSTREAM_TIMEOUT",
        detail: "The upstream did not answer in time.",
        passage,
      }
    : { status: 502, code: "UPSTREAM_FAILED", detail: "The upstream did not answer.", passage };
}
