import type { FastifyReply, FastifyRequest } from "fastify";
import type { OutputOf } from "@lintel/contract/operation";
import type { listSsoChoices } from "@lintel/contract/operations/sso-sign-in";
import { markup, type Markup } from "@lintel/portal/html";
import { alert, hiddenField, textField } from "./form-parts.ts";
import { sendPage } from "./page-frame.ts";
import { pagePath } from "./page-path.ts";
import { passkeyButton } from "./passkey-forms.ts";
import { passkeyScripts } from "./passkey-script.ts";
import { formTargetsOf } from "./reader-pages.ts";

/** The connections of a domain. */
type Connections = OutputOf<typeof listSsoChoices>["connections"];

export interface SignInForm {
  readonly target: string;
  readonly email: string;
  readonly message?: string;
  readonly status?: number;
  readonly connections?: Connections;
  /** Whether the person wants to sign in without their identity provider, as break-glass owners may. */
  readonly isDirect?: boolean;
  /** Whether the person is signed in, but not since long enough for what they want to do. */
  readonly isAgain?: boolean;
}

export function askForAddress(request: FastifyRequest, reply: FastifyReply, form: SignInForm) {
  const { target, email, isDirect = false, isAgain = false, message = null } = form;
  const { status = message === null ? 200 : 400 } = form;
  return sendPage(reply, {
    title: "Sign in",
    status,
    scripts: passkeyScripts,
    formTargets: formTargetsOf(request, target),
    body: markup`${alert(message)}
      ${isAgain && recentNote}
      <form method="post" action="${pagePath(request, "/sign-in")}">
        ${hiddenField("return", target)}
        ${isDirect && hiddenField("direct", "1")}
        ${textField({ name: "email", label: "E-mail address", type: "email", value: email, autocomplete: "username", isFirst: true })}
        <button class="primary">Continue</button>
      </form>
      ${passkeyButton(request, { target, email: null })}
      ${!isDirect && linkToDirect(request, target)}`,
  });
}

const recentNote = markup`<p class="note">This change needs a sign-in of the last 15 minutes, so that nobody else makes
  it where you left your browser open. Sign in again, and repeat it.</p>`;

export function askForPassword(request: FastifyRequest, reply: FastifyReply, form: SignInForm) {
  const { target, email, message = null, status = 200, connections = [] } = form;
  const reset = `${pagePath(request, "/reset")}?email=${encodeURIComponent(email)}`;
  return sendPage(reply, {
    title: "Sign in",
    status,
    scripts: passkeyScripts,
    formTargets: formTargetsOf(request, target),
    body: markup`${alert(message)}
      ${connections.map((one) => markup`<p>${linkToProvider(request, target, one, "button wide")}</p>`)}
      <form method="post" action="${pagePath(request, "/sign-in/password")}">
        ${hiddenField("return", target)}
        ${textField({ name: "email", label: "E-mail address", type: "email", value: email, autocomplete: "username" })}
        ${textField({ name: "password", label: "Password", type: "password", autocomplete: "current-password", isFirst: true })}
        <button class="primary">Sign in</button>
      </form>
      ${passkeyButton(request, { target, email })}
      <p><a href="${reset}">Forgot your password?</a></p>`,
  });
}

/** For a domain that enforces single sign-on: the same for every address of the domain. */
export function sendToProvider(
  request: FastifyRequest,
  reply: FastifyReply,
  { target, connections = [] }: SignInForm,
) {
  const [only, ...others] = connections;
  // A form must not lead to another origin by a redirect (CSP 3 §6.4.1), so the page goes there itself.
  if (only !== undefined && others.length === 0)
    reply.header("refresh", `0; url=${addressOf(request, target, only)}`);
  return sendPage(reply, {
    title: "Sign in with your organization",
    body: markup`${
      only === undefined
        ? markup`<p>Your organization requires its identity provider, which cannot be used at the moment.
            Ask an owner of the organization.</p>`
        : markup`<p>Your organization requires its identity provider.</p>
            ${connections.map((one) => markup`<p>${linkToProvider(request, target, one, "button primary")}</p>`)}`
    }
      ${linkToDirect(request, target)}`,
  });
}

function addressOf(
  request: FastifyRequest,
  target: string,
  { id, protocol }: Connections[number],
): string {
  const path = pagePath(request, `/sso/${protocol}/${id}/login`);
  return `${path}?return=${encodeURIComponent(target)}`;
}

function linkToProvider(
  request: FastifyRequest,
  target: string,
  connection: Connections[number],
  className: string,
): Markup {
  const address = addressOf(request, target, connection);
  return markup`<a href="${address}" class="${className}">Sign in with ${connection.name}</a>`;
}

function linkToDirect(request: FastifyRequest, target: string): Markup {
  const address = `${pagePath(request, "/sign-in")}?direct&return=${encodeURIComponent(target)}`;
  return markup`<p><a href="${address}">Sign in another way</a></p>`;
}
