import type { FastifyReply, FastifyRequest } from "fastify";
import type { AnyOperation, InputOf, OutputOf } from "@lintel/contract/operation";
import { Problem } from "../../platform/problem.ts";
import { checkSameOrigin } from "../browser/check-same-origin.ts";
import { showAccount } from "./account-pages.ts";
import { goToSignIn, readBrowserSession } from "./browser-session.ts";
import { explain } from "./explain.ts";
import { callForPage } from "./page-call.ts";
import { pagePath } from "./page-path.ts";

/** Calls an operation as the person of the session. */
export type AccountCall = <Op extends AnyOperation>(
  operation: Op,
  fields: InputOf<Op>,
) => Promise<OutputOf<Op>>;

/**
 * Changes something of the person's account. A refusal shows the account page with its message, or
 * what `recover` sends; a sign-in that is not recent leads to the page for sign-in.
 */
export async function changeAccount(
  request: FastifyRequest,
  reply: FastifyReply,
  act: (call: AccountCall) => Promise<FastifyReply>,
  recover?: (call: AccountCall, failed: ReturnType<typeof explain>) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  checkSameOrigin(request);
  const account = pagePath(request, "/account");
  const session = await readBrowserSession(request, reply);
  if (session === null) return goToSignIn(request, reply, account);
  const call: AccountCall = (operation, fields) =>
    callForPage(request, { secret: session.secret }, operation, fields);
  try {
    return await act(call);
  } catch (error) {
    if (error instanceof Problem && error.code === "SIGN_IN_REQUIRED")
      return goToSignIn(request, reply, account, true);
    const failed = explain(error, reply);
    if (recover !== undefined) return recover(call, failed);
    return showAccount(request, reply, failed.message, failed.status);
  }
}
