import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errors, type Interaction } from "oidc-provider";
import { checkSameOrigin } from "../browser/check-same-origin.ts";
import { readBrowserSession } from "../pages/browser-session.ts";
import { explain } from "../pages/explain.ts";
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
import { endpoints, readScope } from "./metadata.ts";
import type { FindRegion, OauthRegion } from "./authorization-server.ts";
import { sendFailure } from "./failures.ts";

/** `/oauth/consent/…`: what a client asks for, and the answer. */
export function mountConsent(app: FastifyInstance, find: FindRegion): void {
  app.get(`${endpoints.consent}/:uid`, async (request, reply) => {
    const session = await readBrowserSession(request, reply);
    if (session === null) return goToSignIn(request, reply);
    const asked = await readRequest(find(request), request, reply);
    if (asked === null) return sendExpired(reply);
    const choices = await readChoices(request, session);
    const form = { ...toForm(request, asked.client), session, choices, message: null };
    return sendConsent(reply, form, 200, "");
  });
  app.post(`${endpoints.consent}/:uid`, async (request, reply) => {
    checkSameOrigin(request);
    const session = await readBrowserSession(request, reply);
    if (session === null) return goToSignIn(request, reply);
    const region = find(request);
    const asked = await readRequest(region, request, reply);
    if (asked === null) return sendExpired(reply);
    const { client } = asked;
    const decision = formField(request, "decision");
    if (decision === "deny") return finish(region, request, reply, denial);
    const choices = await readChoices(request, session);
    const form = { ...toForm(request, client), session, choices, message: null };
    const chosen = formField(request, "organization");
    if (decision !== "allow") return sendConsent(reply, form, 200, chosen);
    try {
      const { id } = await storeConsent(request, session, client);
      const login = { accountId: session.user.id, remember: false };
      return await finish(region, request, reply, { login, consent: { grantId: id } });
    } catch (error) {
      const { message, status } = explain(error, reply);
      return sendConsent(reply, { ...form, message }, status, chosen);
    }
  });
}

const denial = { error: "access_denied", error_description: "The person denied the request." };

export function goToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { pathname, search } = new URL(request.originalUrl, "http://localhost");
  const target = encodeURIComponent(pathname + search);
  return reply.redirect(`${pagePath(request, "/sign-in")}?return=${target}`, 303);
}

/** The request of the browser's cookie: no other browser can answer it. */
async function readRequest(
  { server: { provider } }: OauthRegion,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ readonly client: AskingClient } | null> {
  const interaction = await provider
    .interactionDetails(request.raw, reply.raw)
    .catch((error: unknown) => {
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    });
  if (interaction === null || interaction.uid !== (request.params as { uid: string }).uid)
    return null;
  return { client: await describe(provider, interaction) };
}

async function describe(
  provider: OauthRegion["server"]["provider"],
  { params }: Interaction,
): Promise<AskingClient> {
  const clientId = String(params["client_id"]);
  const client = await provider.Client.find(clientId);
  return {
    clientId,
    clientName: client?.clientName ?? clientId,
    redirectUri: String(params["redirect_uri"]),
    permissions: readScope(params["scope"]),
  };
}

function toForm(
  request: FastifyRequest,
  client: AskingClient,
): Pick<ConsentForm, "client" | "action" | "userCode"> {
  const { uid } = request.params as { uid: string };
  return { client, action: pagePath(request, `${endpoints.consent}/${uid}`), userCode: null };
}

function sendConsent(
  reply: FastifyReply,
  form: ConsentForm,
  status: number,
  chosen: string,
): FastifyReply {
  const { clientName, redirectUri } = form.client;
  const title = `Allow ${clientName}?`;
  const formTargets = redirectUri === null ? [] : [originOf(redirectUri)];
  return sendPage(reply, { title, status, formTargets, body: showConsent(form, chosen) });
}

/** As a policy names it: an origin, or a private scheme. */
function originOf(uri: string): string {
  const { origin, protocol } = new URL(uri);
  return /^https?:$/.test(protocol) ? origin : protocol;
}

async function finish(
  { server: { provider } }: OauthRegion,
  request: FastifyRequest,
  reply: FastifyReply,
  result: Parameters<typeof provider.interactionResult>[2],
): Promise<FastifyReply> {
  const { raw } = request;
  const address = await provider.interactionResult(raw, reply.raw, result, {
    mergeWithLastSubmission: false,
  });
  return reply.header("cache-control", "no-store").redirect(address, 303);
}

const sendExpired = (reply: FastifyReply) =>
  sendFailure(reply, {
    status: 400,
    error: "invalid_request",
    detail: "it has expired, or was begun in another browser",
  });
