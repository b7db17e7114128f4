import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { OutputOf } from "@lintel/contract/operation";
import { createApiKey, listApiKeys, revokeApiKey } from "@lintel/contract/operations/api-key";
import {
  inviteMember,
  listInvitations,
  revokeInvitation,
} from "@lintel/contract/operations/invitation";
import { removeMember, updateMember } from "@lintel/contract/operations/member";
import { listOauthGrants, revokeOauthGrant } from "@lintel/contract/operations/oauth";
import {
  createServiceAccount,
  deleteServiceAccount,
  updateServiceAccount,
} from "@lintel/contract/operations/service-account";
import type { ApiKey } from "@lintel/contract/shapes/account";
import { roleAllows, type Role } from "@lintel/contract/words/permissions";
import { markup, type Markup } from "@lintel/portal/html";
import { notFound, Problem } from "../../platform/problem.ts";
import { checkSameOrigin } from "../browser/check-same-origin.ts";
import type { AccountCall } from "./account-call.ts";
import { goToSignIn, readBrowserSession, type BrowserSession } from "./browser-session.ts";
import { explain } from "./explain.ts";
import { alert, hiddenField, nameRole, roleField, textField } from "./form-parts.ts";
import { membersPart, readMembers, readRole } from "./member-section.ts";
import { callForPage, formField } from "./page-call.ts";
import { sendPage } from "./page-frame.ts";
import { pagePath } from "./page-path.ts";
import { clientsPart } from "./client-section.ts";
import { readChange, readServiceAccounts, serviceAccountsPart } from "./service-account-section.ts";

/** `/account/organizations/{slug}`: the person's keys and clients, and for those who manage members the members, service accounts and invitations. */
export function mountOrganizations(app: FastifyInstance): void {
  const own = "/account/organizations/:slug";
  app.get(own, (request, reply) => withOrganization(request, reply, async () => null));
  app.post(`${own}/keys`, (request, reply) =>
    withOrganization(request, reply, async ({ call }) => {
      const name = formField(request, "name").trim();
      const { key } = await call(createApiKey, { name, expiresInDays: 90 });
      return { text: "Copy the key now. It is shown only once.", code: key };
    }),
  );
  app.post(`${own}/keys/revoke`, (request, reply) =>
    withOrganization(request, reply, async ({ call }) => {
      await call(revokeApiKey, { id: formField(request, "id") });
      return { text: "The key is revoked.", code: null };
    }),
  );
  app.post(`${own}/service-accounts`, (request, reply) =>
    withOrganization(request, reply, async ({ call }) => {
      const name = formField(request, "name").trim();
      await call(createServiceAccount, { name, role: formField(request, "role") as Role });
      return { text: `The service account ${name} is created.`, code: null };
    }),
  );
  app.post(`${own}/service-accounts/keys`, (request, reply) =>
    withOrganization(request, reply, async ({ call }) => {
      const userId = formField(request, "id");
      const name = formField(request, "name").trim();
      const { key } = await call(createApiKey, { name, userId, expiresInDays: 90 });
      return { text: "Copy the key now. It is shown only once.", code: key };
    }),
  );
  app.post(`${own}/service-accounts/update`, (request, reply) =>
    withOrganization(request, reply, async ({ call }) => {
      const { name, isActive } = await call(updateServiceAccount, readChange(request));
      const state = isActive ? "is active" : "is deactivated: its keys are refused";
      return { text: `The change is saved. The service account ${name} ${state}.`, code: null };
    }),
  );
  app.post(`${own}/clients/revoke`, (request, reply) =>
    withOrganization(request, reply, async ({ call }) => {
      await call(revokeOauthGrant, { id: formField(request, "id") });
      return { text: "The client has no access any more.", code: null };
    }),
  );
  app.post(`${own}/service-accounts/delete`, (request, reply) =>
    withOrganization(request, reply, async ({ call }) => {
      await call(deleteServiceAccount, { id: formField(request, "id") });
      return { text: "The service account is deleted, and its keys are revoked.", code: null };
    }),
  );
  app.post(`${own}/members/update`, (request, reply) =>
    withOrganization(request, reply, async ({ call }) => {
      const { name, role } = await call(updateMember, readRole(request));
      return { text: `The role of ${name} is ${nameRole(role)}.`, code: null };
    }),
  );
  app.post(`${own}/members/remove`, (request, reply) =>
    withOrganization(request, reply, async ({ call }) => {
      await call(removeMember, { userId: formField(request, "userId") });
      return { text: "The person is no member any more.", code: null };
    }),
  );
  app.post(`${own}/invitations`, (request, reply) =>
    withOrganization(request, reply, async ({ call }) => {
      const email = formField(request, "email").trim();
      const role = formField(request, "role") as Role;
      const { link } = await call(inviteMember, { email, role });
      return link === null
        ? { text: `The invitation was mailed to ${email}.`, code: null }
        : { text: `Send this link to ${email}. It is shown only once.`, code: link };
    }),
  );
  app.post(`${own}/invitations/revoke`, (request, reply) =>
    withOrganization(request, reply, async ({ call }) => {
      await call(revokeInvitation, { id: formField(request, "id") });
      return { text: "The invitation is revoked.", code: null };
    }),
  );
}

type Organization = BrowserSession["organizations"][number];

/** An organization of the person, and calls in it. */
interface Place {
  readonly organization: Organization;
  readonly userId: string;
  readonly call: AccountCall;
}

/** What was done: `code` is a secret to copy. */
interface Done {
  readonly text: string;
  readonly code: string | null;
}

async function withOrganization(
  request: FastifyRequest,
  reply: FastifyReply,
  act: (place: Place) => Promise<Done | null>,
): Promise<FastifyReply> {
  checkSameOrigin(request);
  const session = await readBrowserSession(request, reply);
  const { slug } = request.params as { slug: string };
  const path = pagePath(request, `/account/organizations/${slug}`);
  if (session === null) return goToSignIn(request, reply, path);
  const organization = session.organizations.find((one) => one.slug === slug);
  if (organization === undefined) throw notFound("The organization");
  const { secret, user } = session;
  const call: Place["call"] = (operation, fields) =>
    callForPage(request, { secret }, operation, fields, organization.id);
  const place = { organization, userId: user.id, call };
  try {
    return await show(request, reply, place, await act(place));
  } catch (error) {
    if (error instanceof Problem && error.code === "SIGN_IN_REQUIRED")
      return goToSignIn(request, reply, path, true);
    const { message, status } = explain(error, reply);
    return show(request, reply, place, null, { message, status });
  }
}

async function show(
  request: FastifyRequest,
  reply: FastifyReply,
  { organization, userId, call }: Place,
  done: Done | null,
  failed: { readonly message: string | null; readonly status: number } = {
    message: null,
    status: 200,
  },
): Promise<FastifyReply> {
  const keys = await call(listApiKeys, { userId, take: 100 });
  const grants = await call(listOauthGrants, { userId, take: 100 });
  const mayManage = roleAllows(organization.role, "org:manage-members");
  const invitations = mayManage ? await call(listInvitations, { take: 100 }) : null;
  const members = mayManage ? await readMembers(call) : null;
  const accounts = mayManage ? await readServiceAccounts(call) : null;
  const path = pagePath(request, `/account/organizations/${organization.slug}`);
  return sendPage(reply, {
    title: organization.name,
    status: failed.status,
    isWide: true,
    body: markup`<p class="hint">Your role is ${nameRole(organization.role)}. <a href="${pagePath(request, "/account")}">Your account</a></p>
      ${alert(failed.message)}
      ${done !== null && notice(done)}
      ${keysPart(path, keys.items)}
      ${clientsPart(path, grants.items)}
      ${members !== null && membersPart(path, { role: organization.role, userId }, members)}
      ${invitations !== null && invitationsPart(path, organization.role, invitations.items)}
      ${accounts !== null && serviceAccountsPart(path, organization.role, accounts)}`,
  });
}

function notice({ text, code }: Done): Markup {
  return markup`<div class="note" role="status">${text}${code !== null && markup`<p><code>${code}</code></p>`}</div>`;
}

function keysPart(path: string, keys: readonly ApiKey[]): Markup {
  return markup`<h2>Your API keys</h2>
    ${
      keys.length > 0 &&
      markup`<ul class="rows">${keys.map(
        (key) => markup`<li>
      <span>${key.name} <code>${key.prefix}…</code></span>
      <form method="post" action="${path}/keys/revoke">${hiddenField("id", key.id)}<button class="danger" aria-label="Revoke the key ${key.name}">Revoke</button></form>
    </li>`,
      )}</ul>`
    }
    <form method="post" action="${path}/keys">
      ${textField({ name: "name", label: "Name of a new key", autocomplete: "off", hint: "It can do what you can do, for 90 days. The settings of the web app make keys with fewer permissions." })}
      <button class="primary">Create a key</button>
    </form>`;
}

function invitationsPart(
  path: string,
  role: Role,
  items: OutputOf<typeof listInvitations>["items"],
): Markup {
  const now = new Date().toISOString();
  const open = items.filter(
    (one) => one.acceptedAt === null && one.revokedAt === null && one.expiresAt > now,
  );
  return markup`<h2>Invite a person</h2>
    ${
      open.length > 0 &&
      markup`<ul class="rows">${open.map(
        (one) => markup`<li>
      <span>${one.email} <span class="hint">${nameRole(one.role)}, until ${one.expiresAt.slice(0, 10)}</span></span>
      <form method="post" action="${path}/invitations/revoke">${hiddenField("id", one.id)}<button class="danger" aria-label="Revoke the invitation of ${one.email}">Revoke</button></form>
    </li>`,
      )}</ul>`
    }
    <form method="post" action="${path}/invitations">
      ${textField({ name: "email", label: "E-mail address", type: "email", autocomplete: "off" })}
      ${roleField("role", role)}
      <button class="primary">Invite</button>
    </form>`;
}
