import type { FastifyReply, FastifyRequest } from "fastify";
import type { OutputOf } from "@lintel/contract/operation";
import type { finishSamlSignIn } from "@lintel/contract/operations/sso-sign-in";
import { ssoReasons, type SsoReason } from "@lintel/contract/words/sso-reasons";
import { problemTable } from "@lintel/contract/words/problems";
import { markup } from "@lintel/portal/html";
import { Problem } from "../../platform/problem.ts";
import { setTokens } from "../pages/browser-session.ts";
import { sendPage } from "../pages/page-frame.ts";
import { pagePath, startPath } from "../pages/page-path.ts";
import { sendRefusal, wantsJson } from "./send-refusal.ts";
import { writeTestPage } from "./test-page.ts";

type Outcome = OutputOf<typeof finishSamlSignIn>;

export function sendOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
): FastifyReply {
  reply.header("cache-control", "no-store");
  if (outcome.kind === "refused") return sendRefused(request, reply, outcome);
  if (outcome.kind === "tested")
    return sendPage(reply, {
      title: "The test succeeded",
      body: writeTestPage(outcome),
      isWide: true,
    });
  setTokens(reply, request.region, outcome);
  return reply.redirect(outcome.returnTo ?? startPath(request), 303);
}

/** A page that says what happened, and which line of the trace says what to change. */
function sendRefused(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, detail, members, attemptId }: Extract<Outcome, { kind: "refused" }>,
): FastifyReply {
  const problem = new Problem(code, detail, { ...members, attemptId });
  if (wantsJson(request)) return sendRefusal(problem, request, reply);
  const { title, fix } = problemTable[code];
  const reason = members["reason"] as SsoReason | undefined;
  reply.header("www-authenticate", 'Session realm="lintel"');
  return sendPage(reply, {
    title,
    status: problem.status,
    body: markup`<p>${detail}</p>
      <p>${reason === undefined ? fix : ssoReasons[reason].fix}</p>
      <p>An admin of the organization finds the attempt in the trace of the connection.</p>
      <p><a href="${pagePath(request, "/sign-in")}?direct">Sign in another way</a></p>
      <p class="hint">Code <code>${code}</code>${
        reason !== undefined && markup`, reason <code>${reason}</code>`
      }, attempt <code>${attemptId}</code></p>`,
  });
}
