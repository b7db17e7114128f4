import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  registerPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskeyRegistration,
  startPasskeySignIn,
} from "@lintel/contract/operations/passkey";
import { Problem } from "../../platform/problem.ts";
import { checkSameOrigin } from "../browser/check-same-origin.ts";
import { changeAccount } from "./account-call.ts";
import { readBrowserSession } from "./browser-session.ts";
import { explain } from "./explain.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { browserOf, callForPage, formField, returnPath, visitorOf } from "./page-call.ts";
import { pagePath, startPath } from "./page-path.ts";
import { askForAddress, askForPassword } from "./sign-in-forms.ts";

/** The ceremonies of passkeys: a script asks for a challenge, and submits the answer as a form. */
export function mountPasskeys(app: FastifyInstance): void {
  app.post("/sign-in/passkey/options", async (request, reply) => {
    checkSameOrigin(request);
    const made = await callForPage(request, visitorOf(request), startPasskeySignIn, {});
    return sendOptions(reply, made.options);
  });
  app.post("/sign-in/passkey", async (request, reply) => signIn(request, reply));
  app.post("/account/passkeys/options", async (request, reply) => sendRegistration(request, reply));
  app.post("/account/passkeys", (request, reply) =>
    changeAccount(request, reply, async (call) => {
      const name = formField(request, "name").trim();
      await call(registerPasskey, { name, response: formField(request, "response") });
      const back = returnPath(formField(request, "return"), pagePath(request, "/account"));
      return reply.redirect(back, 303);
    }),
  );
  app.post("/account/passkeys/rename", (request, reply) =>
    changeAccount(request, reply, async (call) => {
      const name = formField(request, "name").trim();
      await call(renamePasskey, { id: formField(request, "id"), name });
      return reply.redirect(pagePath(request, "/account"), 303);
    }),
  );
  app.post("/account/passkeys/remove", (request, reply) =>
    changeAccount(request, reply, async (call) => {
      await call(removePasskey, { id: formField(request, "id") });
      return reply.redirect(pagePath(request, "/account"), 303);
    }),
  );
}

const sendOptions = (reply: FastifyReply, options: string) =>
  reply.type("application/json; charset=utf-8").header("cache-control", "no-store").send(options);

async function signIn(request: FastifyRequest, reply: FastifyReply) {
  checkSameOrigin(request);
  const target = returnPath(formField(request, "return"), startPath(request));
  const email = formField(request, "email").trim();
  try {
    const tokens = await callForPage(request, visitorOf(request), signInWithPasskey, {
      response: formField(request, "response"),
      ...(email === "" ? {} : { email }),
      ...browserOf(request),
    });
    return await finishSignIn(request, reply, tokens, target);
  } catch (error) {
    const { message, status } = explain(error, reply);
    const form = { target, email, message, status };
    return email === ""
      ? askForAddress(request, reply, form)
      : askForPassword(request, reply, form);
  }
}

/** The script of the page reads a refusal as JSON. `signIn`: where the person signs in again. */
async function sendRegistration(request: FastifyRequest, reply: FastifyReply) {
  checkSameOrigin(request);
  const account = pagePath(request, "/account");
  const page = `${pagePath(request, "/sign-in")}?fresh&return=${encodeURIComponent(account)}`;
  const session = await readBrowserSession(request, reply);
  if (session === null) return reply.code(401).send({ signIn: page });
  const { secret } = session;
  try {
    const made = await callForPage(request, { secret }, startPasskeyRegistration, {});
    return sendOptions(reply, made.options);
  } catch (error) {
    const isOld = error instanceof Problem && error.code === "SIGN_IN_REQUIRED";
    const { message, status } = explain(error, reply);
    return reply.code(status).send(isOld ? { signIn: page } : { message });
  }
}
