import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { acceptInvitation, readInvitation } from "@lintel/contract/operations/invitation";
import { markup } from "@lintel/portal/html";
import { checkSameOrigin } from "../browser/check-same-origin.ts";
import { readBrowserSession, type BrowserSession } from "./browser-session.ts";
import { explain } from "./explain.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { alert, newPasswordField, textField } from "./form-parts.ts";
import { browserOf, callForPage, formField, visitorOf } from "./page-call.ts";
import { sendPage } from "./page-frame.ts";
import { pagePath, startPath } from "./page-path.ts";

/** `/invitation/{code}`: a new person makes an account, one with an account signs in first. */
export function mountInvitations(app: FastifyInstance): void {
  app.get("/invitation/:code", async (request, reply) => show(request, reply, null, 200));
  app.post("/invitation/:code", async (request, reply) => {
    checkSameOrigin(request);
    const session = await readBrowserSession(request, reply);
    const evidence = session === null ? visitorOf(request) : { secret: session.secret };
    const [name, password] = [formField(request, "name").trim(), formField(request, "password")];
    const account = name === "" && password === "" ? {} : { name, password };
    const fields = { code: codeOf(request), ...account, ...browserOf(request) };
    try {
      const tokens = await callForPage(request, evidence, acceptInvitation, fields);
      const target = startPath(request);
      if (tokens !== null) return await finishSignIn(request, reply, tokens, target);
      return await reply.redirect(target, 303);
    } catch (error) {
      const { message, status } = explain(error, reply);
      return show(request, reply, message, status);
    }
  });
}

const codeOf = (request: FastifyRequest) => (request.params as { code: string }).code;

async function show(
  request: FastifyRequest,
  reply: FastifyReply,
  message: string | null,
  status: number,
) {
  const code = codeOf(request);
  const session = await readBrowserSession(request, reply);
  const invitation = await callForPage(request, visitorOf(request), readInvitation, { code });
  const { organization, email, role, hasAccount } = invitation;
  const intro = markup`<p>You are invited as ${role} to <b>${organization}</b>, as ${email}.</p>`;
  const form = hasAccount
    ? acceptForm(request, code, email, session)
    : accountForm(request, code, formField(request, "name"));
  return sendPage(reply, {
    title: `Join ${organization}`,
    status,
    body: markup`${intro}${alert(message)}${form}`,
  });
}

function acceptForm(
  request: FastifyRequest,
  code: string,
  email: string,
  session: BrowserSession | null,
) {
  const own = pagePath(request, `/invitation/${code}`);
  if (session?.user.email.toLowerCase() === email.toLowerCase())
    return markup`<form method="post" action="${own}"><button class="primary">Join</button></form>`;
  const signIn = `${pagePath(request, "/sign-in")}?fresh&return=${encodeURIComponent(own)}`;
  return markup`<a class="button primary" href="${signIn}">Sign in as ${email}</a>`;
}

function accountForm(request: FastifyRequest, code: string, name: string) {
  return markup`<form method="post" action="${pagePath(request, `/invitation/${code}`)}">
    ${textField({ name: "name", label: "Your name", value: name, autocomplete: "name", isFirst: name === "" })}
    ${textField({ ...newPasswordField, isFirst: name !== "" })}
    <button class="primary">Join</button>
  </form>`;
}
