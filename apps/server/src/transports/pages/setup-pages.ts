import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { setUp } from "@lintel/contract/operations/setup";
import { markup } from "@lintel/portal/html";
import { slugify } from "../../platform/ascii-slug.ts";
import { checkSameOrigin } from "../browser/check-same-origin.ts";
import { alert, newPasswordField, textField } from "./form-parts.ts";
import { browserOf, callForPage, formField, visitorOf } from "./page-call.ts";
import { sendPage } from "./page-frame.ts";
import { pagePath, startPath } from "./page-path.ts";
import { explain } from "./explain.ts";
import { finishSignIn } from "./finish-sign-in.ts";

/** `/set-up/{code}`: makes the first organization of a region, with its owner. */
export function mountSetUp(app: FastifyInstance): void {
  app.get("/set-up/:code", async (request, reply) => showForm(request, reply, null, 200));
  app.post("/set-up/:code", async (request, reply) => {
    checkSameOrigin(request);
    const { code } = request.params as { code: string };
    const organizationName = formField(request, "organization").trim();
    const slug = slugify(organizationName, "organization");
    try {
      const tokens = await callForPage(request, visitorOf(request), setUp, {
        code,
        organizationName,
        slug,
        email: formField(request, "email").trim(),
        name: formField(request, "name").trim(),
        password: formField(request, "password"),
        ...browserOf(request),
      });
      return await finishSignIn(request, reply, tokens, firstPage(request, slug));
    } catch (error) {
      const { message, status } = explain(error, reply);
      return showForm(request, reply, message, status);
    }
  });
}

/** The web app; where it is not served, the page that invites people and creates keys. */
const firstPage = (request: FastifyRequest, slug: string): string =>
  request.server.webApp === null
    ? pagePath(request, `/account/organizations/${slug}`)
    : startPath(request);

function showForm(
  request: FastifyRequest,
  reply: FastifyReply,
  message: string | null,
  status: number,
) {
  const filled = (name: string) => formField(request, name);
  const { code } = request.params as { code: string };
  return sendPage(reply, {
    title: "Set up Lintel",
    status,
    body: markup`<p class="hint">You become the owner of the first organization. Invite others afterwards.</p>
      ${alert(message)}
      <form method="post" action="${pagePath(request, `/set-up/${code}`)}">
        ${textField({ name: "organization", label: "Organization", value: filled("organization"), autocomplete: "organization", isFirst: true })}
        ${textField({ name: "name", label: "Your name", value: filled("name"), autocomplete: "name" })}
        ${textField({ name: "email", label: "Your e-mail address", type: "email", value: filled("email"), autocomplete: "username" })}
        ${textField(newPasswordField)}
        <button class="primary">Create the organization</button>
      </form>`,
  });
}
