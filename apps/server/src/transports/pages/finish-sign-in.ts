import type { FastifyReply, FastifyRequest } from "fastify";
import { endSession, type SessionTokens } from "@lintel/contract/operations/session";
import { readBrowserSession, setTokens } from "./browser-session.ts";
import { callForPage } from "./page-call.ts";

/** Keeps the tokens of a new session, which takes the place of the browser's former one. */
export async function finishSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  tokens: SessionTokens,
  target: string,
): Promise<FastifyReply> {
  await endFormerSession(request, reply);
  setTokens(reply, request.region, tokens);
  return reply.redirect(target, 303);
}

async function endFormerSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const former = await readBrowserSession(request, reply);
  if (former === null) return;
  const { secret, sessionId: id } = former;
  await callForPage(request, { secret }, endSession, { id });
}
