import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  endSession,
  signInWithLink,
  signInWithPassword,
} from "@lintel/contract/operations/session";
import { listSsoChoices } from "@lintel/contract/operations/sso-sign-in";
import { Problem } from "../../platform/problem.ts";
import { checkSameOrigin } from "../browser/check-same-origin.ts";
import { clearSessionCookies } from "../browser/session-cookies.ts";
import { readBrowserSession } from "./browser-session.ts";
import { explain } from "./explain.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { browserOf, callForPage, formField, returnPath, visitorOf } from "./page-call.ts";
import { pagePath, startPath } from "./page-path.ts";
import { askForCode } from "./second-step-pages.ts";
import { askForAddress, askForPassword, sendToProvider } from "./sign-in-forms.ts";

/** `/sign-in`: the address first, then what it can sign in with. `/sign-out`. */
export function mountSignIn(app: FastifyInstance): void {
  app.get("/sign-in", async (request, reply) => {
    const { return: wanted } = request.query as Record<string, unknown>;
    const target = returnPath(wanted, startPath(request));
    const session = await readBrowserSession(request, reply);
    const isDirect = isNamed(request, "direct");
    if (session !== null && wanted !== undefined && !isDirect && !isNamed(request, "fresh"))
      return reply.redirect(target, 303);
    // An invitation asks for another person, not for a sign-in that is more recent.
    const isAgain =
      session !== null && isNamed(request, "fresh") && !target.includes("/invitation/");
    const email = session?.user.email ?? "";
    return askForAddress(request, reply, { target, email, isDirect, isAgain });
  });
  app.post("/sign-in", async (request, reply) => {
    checkSameOrigin(request);
    const target = returnPath(formField(request, "return"), startPath(request));
    const email = formField(request, "email").trim();
    const isDirect = formField(request, "direct") !== "";
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
      const message = "Enter an e-mail address.";
      return askForAddress(request, reply, { target, email, isDirect, message });
    }
    const choices = await callForPage(request, visitorOf(request), listSsoChoices, { email });
    const form = { target, email, connections: choices.connections };
    return choices.isEnforced && !isDirect
      ? sendToProvider(request, reply, form)
      : askForPassword(request, reply, form);
  });
  app.post("/sign-in/password", async (request, reply) => {
    checkSameOrigin(request);
    return signIn(request, reply);
  });
  // A GET, because the operator's terminal shows the address. The code is used once.
  app.get("/sign-in/link/:code", async (request, reply) => {
    const { code } = request.params as { code: string };
    const fields = { code, ...browserOf(request) };
    const made = await callForPage(request, visitorOf(request), signInWithLink, fields);
    const { return: wanted } = request.query as Record<string, unknown>;
    const target = returnPath(wanted, startPath(request));
    if (made.session === null) return askForCode(request, reply, { target, step: made.step ?? "" });
    return finishSignIn(request, reply, made.session, target);
  });
  app.post("/sign-out", async (request, reply) => {
    checkSameOrigin(request);
    const session = await readBrowserSession(request, reply);
    if (session !== null) {
      const { secret, sessionId: id } = session;
      await callForPage(request, { secret }, endSession, { id });
    }
    clearSessionCookies(reply, request.region);
    return reply.redirect(pagePath(request, "/sign-in"), 303);
  });
}

const isNamed = ({ query }: FastifyRequest, name: string): boolean =>
  (query as Record<string, unknown>)[name] !== undefined;

async function signIn(request: FastifyRequest, reply: FastifyReply) {
  const target = returnPath(formField(request, "return"), startPath(request));
  const email = formField(request, "email").trim();
  const password = formField(request, "password");
  try {
    const fields = { email, password, ...browserOf(request) };
    const { session, step } = await callForPage(
      request,
      visitorOf(request),
      signInWithPassword,
      fields,
    );
    if (session !== null) return await finishSignIn(request, reply, session, target);
    return askForCode(request, reply, { target, step: step ?? "" });
  } catch (error) {
    const { message, status } = explain(error, reply);
    const isRefused = error instanceof Problem && error.code === "SSO_REQUIRED";
    const { connections } = isRefused
      ? await callForPage(request, visitorOf(request), listSsoChoices, { email })
      : { connections: [] };
    return askForPassword(request, reply, { target, email, message, status, connections });
  }
}
