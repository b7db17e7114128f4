import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requestPasswordReset, resetPassword } from "@lintel/contract/operations/session";
import { markup } from "@lintel/portal/html";
import { checkSameOrigin } from "../browser/check-same-origin.ts";
import { explain } from "./explain.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { alert, newPasswordField, textField } from "./form-parts.ts";
import { browserOf, callForPage, formField, visitorOf } from "./page-call.ts";
import { sendPage } from "./page-frame.ts";
import { pagePath, startPath } from "./page-path.ts";
import { askForCode } from "./second-step-pages.ts";

/** `/reset` mails a link; `/reset/{code}` sets the new password. */
export function mountReset(app: FastifyInstance): void {
  app.get("/reset", async (request, reply) => {
    const { email } = request.query as Record<string, unknown>;
    return askForAddress(request, reply, typeof email === "string" ? email : "");
  });
  app.post("/reset", async (request, reply) => {
    checkSameOrigin(request);
    const email = formField(request, "email").trim();
    await callForPage(request, visitorOf(request), requestPasswordReset, { email });
    return sendPage(reply, {
      title: "Look into your mail",
      body: markup`<p>If ${email} has an account, a link is on its way. It is valid for an hour.</p>
        <p class="hint">No mail? This server may have no mail server. Its operator makes a link with
        <code>npm run admin -- member reset-password</code>.</p>
        <p><a href="${pagePath(request, "/sign-in")}">Back to the sign-in</a></p>`,
    });
  });
  app.get("/reset/:code", async (request, reply) => askForPassword(request, reply, null, 200));
  app.post("/reset/:code", async (request, reply) => {
    checkSameOrigin(request);
    const { code } = request.params as { code: string };
    try {
      const fields = { code, password: formField(request, "password"), ...browserOf(request) };
      const made = await callForPage(request, visitorOf(request), resetPassword, fields);
      const target = startPath(request);
      if (made.session === null)
        return askForCode(request, reply, { target, step: made.step ?? "" });
      return await finishSignIn(request, reply, made.session, target);
    } catch (error) {
      const { message, status } = explain(error, reply);
      return askForPassword(request, reply, message, status);
    }
  });
}

function askForAddress(request: FastifyRequest, reply: FastifyReply, email: string) {
  return sendPage(reply, {
    title: "Set a new password",
    body: markup`<form method="post" action="${pagePath(request, "/reset")}">
        ${textField({ name: "email", label: "E-mail address", type: "email", value: email, autocomplete: "username", isFirst: true })}
        <button class="primary">Mail a link</button>
      </form>
      <p><a href="${pagePath(request, "/sign-in")}">Back to the sign-in</a></p>`,
  });
}

function askForPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  message: string | null,
  status: number,
) {
  const { code } = request.params as { code: string };
  return sendPage(reply, {
    title: "Set a new password",
    status,
    body: markup`${alert(message)}
      <form method="post" action="${pagePath(request, `/reset/${code}`)}">
        ${textField({ ...newPasswordField, isFirst: true })}
        <button class="primary">Set the password</button>
      </form>
      <p class="hint">You are signed out on all other devices.</p>`,
  });
}
