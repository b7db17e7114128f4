import {
  request as requestHttp,
  type ClientRequest as Outgoing,
  type OutgoingHttpHeaders,
} from "node:http";
import { request as requestHttps } from "node:https";
import { explainFailure } from "./forward-call.ts";
import type { ClientRequest, ClientResponse, Passage } from "./gateway.types.ts";
import { breakOff, sendProblem } from "./own-answer.ts";
import { makeResponseFields } from "./response-fields.ts";

/** How long a body waits for leave to be sent; some servers never give it. */
const continueMs = 1000;

/** Opens a request to the upstream that carries what the pool cannot. */
export function openRequest(
  { method = "GET" }: ClientRequest,
  { upstream, target, headers }: Passage,
  more: OutgoingHttpHeaders,
): Outgoing {
  const send = upstream.url.protocol === "https:" ? requestHttps : requestHttp;
  const { hostname, port } = upstream.url;
  const host = hostname.replace(/^\[|\]$/g, "");
  const fields = { ...groupFields(headers), ...more };
  const { agent } = upstream;
  return send({
    host,
    port,
    method,
    path: target,
    headers: fields,
    agent,
    timeout: upstream.timeouts.headersMs,
  });
}

function groupFields(flat: readonly string[]): OutgoingHttpHeaders {
  const fields: Record<string, string | string[]> = {};
  for (let at = 0; at < flat.length; at += 2) {
    const [name = "", value = ""] = [flat[at], flat[at + 1]];
    const before = fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  return fields;
}

/** Sends a call whose body waits for leave (RFC 9110 §10.1.1) or is followed by fields (§6.5). */
export function forwardSpecial(
  request: ClientRequest,
  response: ClientResponse,
  passage: Passage,
): void {
  const { trailer } = request.headers;
  const { expectsContinue } = passage.fields;
  const hasTrailers = trailer !== undefined;
  const outgoing = openRequest(request, passage, {
    ...(expectsContinue ? { expect: "100-continue" } : {}),
    ...(hasTrailers ? { trailer, "transfer-encoding": "chunked" } : {}),
  });
  const fail = (error: Error) => {
    if (!response.destroyed) sendProblem(response, explainFailure(error, passage));
  };
  let [isSending, isWhole] = [false, false];
  const sendBody = () => {
    if (isSending || outgoing.destroyed || response.headersSent) return;
    isSending = true;
    if (expectsContinue) response.writeContinue();
    request.pipe(outgoing, { end: false });
    request.once("end", () => {
      if (hasTrailers) outgoing.addTrailers(request.trailers);
      outgoing.end();
    });
  };
  if (expectsContinue) {
    outgoing.once("continue", sendBody);
    const timer = setTimeout(sendBody, continueMs);
    outgoing.once("continue", () => clearTimeout(timer));
    outgoing.once("close", () => clearTimeout(timer));
    outgoing.flushHeaders();
  } else sendBody();
  outgoing.once("timeout", () =>
    outgoing.destroy(Object.assign(new Error("late"), { code: "ETIMEDOUT" })),
  );
  outgoing.once("error", fail);
  outgoing.once("response", (answer) => {
    passage.upstream.health.noteAnswer();
    outgoing.setTimeout(passage.upstream.timeouts.bodyMs);
    response.writeHead(
      answer.statusCode ?? 502,
      makeResponseFields(answer.statusCode ?? 502, answer.headers, passage.treatment.headers),
    );
    answer.pipe(response, { end: false });
    answer.once("end", () => {
      isWhole = true;
      response.addTrailers(answer.trailers);
      response.end();
      // A body that was never asked for leaves the connection unusable.
      if (!outgoing.writableEnded) outgoing.destroy();
    });
    answer.once("error", () => breakOff(response));
  });
  response.once("close", () => {
    if (!isWhole) outgoing.destroy();
  });
}
