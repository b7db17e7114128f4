import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { signInWithSecondFactor } from "@lintel/contract/operations/second-factor";
import { markup } from "@lintel/portal/html";
import { Problem } from "../../platform/problem.ts";
import { checkSameOrigin } from "../browser/check-same-origin.ts";
import { goToSignIn } from "./browser-session.ts";
import { explain } from "./explain.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { alert, hiddenField, textField } from "./form-parts.ts";
import { browserOf, callForPage, formField, returnPath, visitorOf } from "./page-call.ts";
import { sendPage } from "./page-frame.ts";
import { pagePath, startPath } from "./page-path.ts";
import { formTargetsOf } from "./reader-pages.ts";

/** The step after a right password, for people who have a second factor. */
export function mountSecondStep(app: FastifyInstance): void {
  app.post("/sign-in/code", async (request, reply) => {
    checkSameOrigin(request);
    const target = returnPath(formField(request, "return"), startPath(request));
    const step = formField(request, "step");
    const code = formField(request, "code").trim();
    try {
      const fields = { step, code, ...browserOf(request) };
      const tokens = await callForPage(request, visitorOf(request), signInWithSecondFactor, fields);
      return await finishSignIn(request, reply, tokens, target);
    } catch (error) {
      if (error instanceof Problem && error.code === "CODE_INVALID")
        return goToSignIn(request, reply, target, true);
      const { message, status } = explain(error, reply);
      return askForCode(request, reply, { target, step, message, status });
    }
  });
}

interface StepForm {
  readonly target: string;
  readonly step: string;
  readonly message?: string;
  readonly status?: number;
}

export function askForCode(request: FastifyRequest, reply: FastifyReply, form: StepForm) {
  const { target, step, message = null, status = 200 } = form;
  return sendPage(reply, {
    title: "Enter your code",
    status,
    formTargets: formTargetsOf(request, target),
    body: markup`${alert(message)}
      <p>You turned on a second factor. Its code shows that it is you, even if somebody else knows your password.</p>
      <form method="post" action="${pagePath(request, "/sign-in/code")}">
        ${hiddenField("return", target)}
        ${hiddenField("step", step)}
        ${textField({ name: "code", label: "Code", autocomplete: "one-time-code", isFirst: true, hint: "Six digits of your app, or a recovery code." })}
        <button class="primary">Sign in</button>
      </form>
      <p class="hint">Neither the app nor a recovery code? The operator of this server can remove the second factor.</p>`,
  });
}
