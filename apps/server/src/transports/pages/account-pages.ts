import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { listPasskeys } from "@lintel/contract/operations/passkey";
import { listPendingMemberships } from "@lintel/contract/operations/scim-settings";
import { getSecondFactor } from "@lintel/contract/operations/second-factor";
import {
  changePassword,
  endSession,
  listSessions,
  type Session,
} from "@lintel/contract/operations/session";
import { markup, type Markup } from "@lintel/portal/html";
import { nameDevice, nameTime } from "../../domain/people/device-name.ts";
import { checkSameOrigin } from "../browser/check-same-origin.ts";
import { goToSignIn, readBrowserSession, type BrowserSession } from "./browser-session.ts";
import { explain } from "./explain.ts";
import { alert, hiddenField, newPasswordField, textField } from "./form-parts.ts";
import { callForPage, formField } from "./page-call.ts";
import { sendPage } from "./page-frame.ts";
import { pagePath } from "./page-path.ts";
import { passkeySection } from "./passkey-forms.ts";
import { passkeyScripts } from "./passkey-script.ts";
import { pendingSection } from "./pending-section.ts";
import { secondFactorSection } from "./second-factor-section.ts";

/** `/account`: the person's organizations, sessions and password. */
export function mountAccount(app: FastifyInstance): void {
  app.get("/account", async (request, reply) => showAccount(request, reply, null, 200));
  app.post("/account/sessions/end", async (request, reply) => {
    checkSameOrigin(request);
    const session = await readBrowserSession(request, reply);
    if (session === null) return goToSignIn(request, reply, pagePath(request, "/account"));
    const { secret } = session;
    try {
      await callForPage(request, { secret }, endSession, { id: formField(request, "id") });
      return await reply.redirect(pagePath(request, "/account"), 303);
    } catch (error) {
      const { message, status } = explain(error, reply);
      return showAccount(request, reply, message, status);
    }
  });
  app.post("/account/password", async (request, reply) => {
    checkSameOrigin(request);
    const session = await readBrowserSession(request, reply);
    if (session === null) return goToSignIn(request, reply, pagePath(request, "/account"));
    try {
      await callForPage(request, { secret: session.secret }, changePassword, {
        currentPassword: formField(request, "currentPassword"),
        password: formField(request, "password"),
      });
      return await reply.redirect(`${pagePath(request, "/account")}?changed`, 303);
    } catch (error) {
      const { message, status } = explain(error, reply);
      return showAccount(request, reply, message, status);
    }
  });
}

/** The page of the account, with what went wrong with a form of it. */
export async function showAccount(
  request: FastifyRequest,
  reply: FastifyReply,
  message: string | null,
  status: number,
) {
  const session = await readBrowserSession(request, reply);
  if (session === null) return goToSignIn(request, reply, pagePath(request, "/account"));
  const { secret } = session;
  const devices = await callForPage(request, { secret }, listSessions, { take: 100 });
  const pending = await callForPage(request, { secret }, listPendingMemberships, { take: 100 });
  const passkeys = await callForPage(request, { secret }, listPasskeys, { take: 100 });
  const secondFactor = await callForPage(request, { secret }, getSecondFactor, {});
  const isChanged = (request.query as Record<string, unknown>)["changed"] !== undefined;
  return sendPage(reply, {
    title: session.user.name,
    status,
    isWide: true,
    scripts: passkeyScripts,
    body: markup`<p class="hint">${session.user.email}</p>
      ${alert(message)}
      ${isChanged && markup`<p class="note" role="status">The password is changed. You are signed out on all other devices.</p>`}
      ${pendingSection(request, pending.items)}
      ${listOrganizations(request, session)}
      ${listDevices(request, devices.items)}
      ${passkeySection(request, passkeys.items)}
      ${secondFactorSection(request, secondFactor)}
      ${passwordForm(request)}
      <form method="post" action="${pagePath(request, "/sign-out")}"><button>Sign out</button></form>`,
  });
}

function listOrganizations(request: FastifyRequest, { organizations }: BrowserSession): Markup {
  const path = pagePath(request, "/account/organizations");
  if (organizations.length === 0) return markup`<p>You belong to no organization.</p>`;
  return markup`<h2>Organizations</h2>
    <ul class="rows">
      ${organizations.map(({ name, slug, role }) => markup`<li><a href="${path}/${slug}">${name}</a><span class="hint">${role}</span></li>`)}
    </ul>`;
}

function listDevices(request: FastifyRequest, sessions: readonly Session[]): Markup {
  return markup`<h2>Signed in on</h2>
    <ul class="rows">${sessions.map((session) => deviceRow(request, session))}</ul>`;
}

function deviceRow(request: FastifyRequest, session: Session): Markup {
  const { id, device, address, lastUsedAt, isCurrent } = session;
  const used = nameTime(new Date(lastUsedAt));
  const end = markup`<form method="post" action="${pagePath(request, "/account/sessions/end")}">
    ${hiddenField("id", id)}<button aria-label="End the session on ${nameDevice(device)}">End</button></form>`;
  return markup`<li>
    <span>${nameDevice(device)} <span class="hint">${address}, last used ${used}</span></span>
    ${isCurrent ? markup`<span class="hint">This device</span>` : end}
  </li>`;
}

function passwordForm(request: FastifyRequest): Markup {
  return markup`<h2>Password</h2>
    <form method="post" action="${pagePath(request, "/account/password")}">
      ${textField({ name: "currentPassword", label: "Present password", type: "password", autocomplete: "current-password", isOptional: true, hint: "Leave it empty if you have none yet." })}
      ${textField({ ...newPasswordField, label: "New password" })}
      <button class="primary">Change the password</button>
    </form>`;
}
