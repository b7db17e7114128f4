import fastifyFormbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { problemTable } from "@lintel/contract/words/problems";
import { markup } from "@lintel/portal/html";
import { Problem } from "../../platform/problem.ts";
import { checkSameOrigin } from "../browser/check-same-origin.ts";
import { clearSessionCookies } from "../browser/session-cookies.ts";
import { toProblem, waitOf } from "../rest/send-problem.ts";
import { mountAccount } from "./account-pages.ts";
import { renew, setTokens } from "./browser-session.ts";
import { serveCopyScript } from "./copy-script.ts";
import { mountInvitations } from "./invitation-pages.ts";
import { mountMemberships } from "./membership-pages.ts";
import { sendPage, servePageFiles } from "./page-frame.ts";
import { mountOrganizations } from "./organization-pages.ts";
import { mountPasskeys } from "./passkey-pages.ts";
import { servePasskeyScripts } from "./passkey-script.ts";
import { pagePath } from "./page-path.ts";
import { mountReaders } from "./reader-pages.ts";
import { mountReset } from "./reset-pages.ts";
import { mountSecondFactor } from "./second-factor-pages.ts";
import { mountSecondStep } from "./second-step-pages.ts";
import { mountShared } from "./share-pages.ts";
import { mountSetUp } from "./setup-pages.ts";
import { mountUnsubscribe } from "./unsubscribe-pages.ts";
import { mountSignIn } from "./sign-in-pages.ts";

/** Pages for people, apart from the documentation portal. Forms are read here and nowhere else. */
export async function mountPages(app: FastifyInstance): Promise<void> {
  await app.register(async (pages) => {
    await pages.register(fastifyFormbody, { bodyLimit: 64 * 1024 });
    pages.setErrorHandler((error, request, reply) => sendProblemPage(error, request, reply));
    servePageFiles(pages);
    servePasskeyScripts(pages);
    serveCopyScript(pages);
    mountSignIn(pages);
    mountSecondStep(pages);
    mountReaders(pages);
    mountPasskeys(pages);
    mountSecondFactor(pages);
    mountSetUp(pages);
    mountInvitations(pages);
    mountReset(pages);
    mountAccount(pages);
    mountOrganizations(pages);
    mountMemberships(pages);
    mountUnsubscribe(pages);
    mountShared(pages);
    mountRefresh(pages);
    returnFromForms(pages);
  });
}

/** Forms are answered with pages. Who opens the address of a form again comes to the page with the form. */
function returnFromForms(app: FastifyInstance): void {
  const organization = "/account/organizations/:slug";
  app.get(`${organization}/*`, async (request, reply) => {
    const { slug } = request.params as { slug: string };
    return reply.redirect(
      pagePath(request, `/account/organizations/${encodeURIComponent(slug)}`),
      303,
    );
  });
  for (const page of ["/account", "/sign-in"])
    app.get(`${page}/*`, (request, reply) => reply.redirect(pagePath(request, page), 303));
}

/** For scripts of this origin: the pages themselves refresh their session. */
function mountRefresh(app: FastifyInstance): void {
  app.post("/api/session/refresh", async (request, reply) => {
    checkSameOrigin(request);
    const tokens = await renew(request);
    if (tokens === null) {
      clearSessionCookies(reply, request.region);
      return reply.code(401).send({ code: "SESSION_EXPIRED" });
    }
    setTokens(reply, request.region, tokens);
    return reply.code(204).send();
  });
}

/** A refusal as a page: what happened, and what to do next. */
export function sendProblemPage(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem =
    error instanceof Error ? toProblem(error, request) : new Problem("INTERNAL_ERROR");
  if (problem.status >= 500) request.log.error({ err: error }, "a page failed");
  const wait = waitOf(problem);
  if (wait !== null) reply.header("retry-after", wait);
  const { title, fix } = problemTable[problem.code];
  // The advice of the table about what is missing is for programs.
  const hasAdvice = problem.detail !== fix && problem.code !== "NOT_FOUND";
  return sendPage(reply, {
    title,
    status: problem.status,
    body: markup`<p>${problem.detail}</p>
      ${hasAdvice && markup`<p>${fix}</p>`}
      <p><a href="${pagePath(request, "/account")}">Go to your account</a></p>
      <p class="hint">Code <code>${problem.code}</code>, request <code>${request.id}</code></p>`,
  });
}
