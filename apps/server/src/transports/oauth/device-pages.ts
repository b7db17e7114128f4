import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { DeviceCode } from "oidc-provider";
import { delegablePermissions } from "@lintel/contract/words/permissions";
import { markup } from "@lintel/portal/html";
import { checkSameOrigin } from "../browser/check-same-origin.ts";
import { readBrowserSession, type BrowserSession } from "../pages/browser-session.ts";
import { explain } from "../pages/explain.ts";
import { alert, textField } from "../pages/form-parts.ts";
import { formField } from "../pages/page-call.ts";
import { sendPage } from "../pages/page-frame.ts";
import { pagePath } from "../pages/page-path.ts";
import {
  readChoices,
  showConsent,
  storeConsent,
  type AskingClient,
  type ConsentForm,
} from "./consent-form.ts";
import { goToSignIn } from "./consent-pages.ts";
import { endpoints, readScope } from "./metadata.ts";
import type { FindRegion, OauthRegion } from "./authorization-server.ts";
import { takeFromSource } from "./source-budget.ts";

/** `/oauth/device`: the code that a device shows, and the consent (RFC 8628 §3.3). */
export function mountDevice(app: FastifyInstance, find: FindRegion): void {
  app.get(endpoints.deviceVerification, async (request, reply) => {
    if ((await readBrowserSession(request, reply)) === null) return goToSignIn(request, reply);
    const { user_code: given = "" } = request.query as Record<string, unknown>;
    return askForCode(request, reply, String(given), null);
  });
  app.post(endpoints.deviceVerification, async (request, reply) => {
    checkSameOrigin(request);
    const session = await readBrowserSession(request, reply);
    if (session === null) return goToSignIn(request, reply);
    return answer(find(request), request, reply, session);
  });
}

async function answer(
  region: OauthRegion,
  request: FastifyRequest,
  reply: FastifyReply,
  session: BrowserSession,
): Promise<FastifyReply> {
  const { rateWindow } = region.platform;
  const given = formField(request, "userCode");
  // RFC 8628 §5.1: a short code must not be guessed.
  if (!(await takeFromSource(rateWindow, "oauthUserCode", session.user.id)))
    return askForCode(request, reply, given, "Too many codes were tried. Wait a minute.", 429);
  const code = await findCode(region, given);
  if (code === null)
    return askForCode(request, reply, given, "The code is unknown, was used, or has expired.", 400);
  const decision = formField(request, "decision");
  if (decision === "deny") return deny(reply, code);
  const client = await describe(region, code);
  const choices = await readChoices(request, session);
  const action = pagePath(request, endpoints.deviceVerification);
  const form = { client, session, choices, action, userCode: given, message: null };
  const chosen = formField(request, "organization");
  if (decision !== "allow") return sendConsent(reply, form, 200, chosen);
  try {
    const grant = await storeConsent(request, session, client);
    await complete(code, session, grant);
    return sendDone(reply, `${client.clientName} is allowed.`);
  } catch (error) {
    const { message, status } = explain(error, reply);
    return sendConsent(reply, { ...form, message }, status, chosen);
  }
}

/** A code that waits for an answer. */
async function findCode({ server }: OauthRegion, given: string): Promise<DeviceCode | null> {
  const normal = given.toUpperCase().replaceAll(/[^A-Z]/g, "");
  const code = normal === "" ? undefined : await server.provider.DeviceCode.findByUserCode(normal);
  if (code === undefined || code.isExpired) return null;
  return code.error === undefined && code.accountId === undefined ? code : null;
}

async function describe({ server }: OauthRegion, code: DeviceCode): Promise<AskingClient> {
  const clientId = code.clientId ?? "";
  const client = await server.provider.Client.find(clientId);
  const asked = readScope(code.params?.["scope"]);
  return {
    clientId,
    clientName: client?.clientName ?? clientId,
    redirectUri: null,
    permissions: asked.length === 0 ? delegablePermissions : asked,
  };
}

async function complete(
  code: DeviceCode,
  { user, authenticatedAt }: BrowserSession,
  grant: { readonly id: string; readonly permissions: readonly string[] },
): Promise<void> {
  const resource: unknown = code.params?.["resource"];
  Object.assign(code, {
    accountId: user.id,
    grantId: grant.id,
    scope: grant.permissions.join(" "),
    resource: Array.isArray(resource) ? (resource as unknown[])[0] : resource,
    authTime: Math.floor(authenticatedAt.getTime() / 1000),
  });
  await code.save();
}

async function deny(reply: FastifyReply, code: DeviceCode): Promise<FastifyReply> {
  Object.assign(code, {
    error: "access_denied",
    errorDescription: "The person denied the request.",
  });
  await code.save();
  return sendDone(reply, "The request is denied.");
}

function askForCode(
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
  message: string | null,
  status = 200,
): FastifyReply {
  return sendPage(reply, {
    title: "Connect a device",
    status,
    body: markup`${alert(message)}
      <form method="post" action="${pagePath(request, endpoints.deviceVerification)}">
        ${textField({ name: "userCode", label: "Code", value, autocomplete: "off", hint: "The device shows it. Enter only a code that you asked for yourself.", isFirst: true })}
        <button class="primary">Continue</button>
      </form>`,
  });
}

function sendConsent(reply: FastifyReply, form: ConsentForm, status: number, chosen: string) {
  const title = `Allow ${form.client.clientName}?`;
  return sendPage(reply, { title, status, body: showConsent(form, chosen) });
}

const sendDone = (reply: FastifyReply, done: string): FastifyReply =>
  sendPage(reply, {
    title: "Done",
    body: markup`<p>${done} Return to the device; you can close this page.</p>`,
  });
