import type { IncomingMessage } from "node:http";
import type { FastifyReply } from "fastify";
import { markup } from "@lintel/portal/html";
import { sendPage } from "../pages/page-frame.ts";

/** A refusal that a person sees, because there is no client to which it can be sent. */
export interface Failure {
  readonly status: number;
  readonly error: string;
  readonly detail: string | undefined;
}

const failures = new WeakMap<IncomingMessage, Failure>();

export function noteFailure(request: IncomingMessage, failure: Failure): void {
  failures.set(request, failure);
}

export function failureOf(request: IncomingMessage): Failure | undefined {
  return failures.get(request);
}

export function sendFailure(reply: FastifyReply, { status, error, detail }: Failure): FastifyReply {
  return sendPage(reply, {
    title: "The client cannot be authorized",
    status,
    body: markup`<p>The request of the client is not valid: ${detail ?? error}.</p>
      <p>Start again in the client. If that does not help, ask its maker.</p>
      <p class="hint">Code <code>${error}</code></p>`,
  });
}
