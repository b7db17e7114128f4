import fastifyFormbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  beginSsoSignIn,
  finishOidcSignIn,
  finishSamlSignIn,
  getSamlMetadata,
} from "@lintel/contract/operations/sso-sign-in";
import type { SsoProtocol } from "@lintel/contract/words/sso";
import { notFound } from "../../platform/problem.ts";
import { session } from "../../platform/credentials/session.ts";
import { fixedChallenge } from "../rest/challenge.ts";
import { browserOf, callForPage, formField, returnPath, visitorOf } from "../pages/page-call.ts";
import { readBrowserSession } from "../pages/browser-session.ts";
import { startPath } from "../pages/page-path.ts";
import { readBrowserSecret, setBrowserSecret } from "./browser-secret.ts";
import { sendOutcome } from "./send-outcome.ts";
import { sendRefusal } from "./send-refusal.ts";
import { isUuid } from "../../platform/uuid.ts";

// 256 kB of XML in Base64, percent-encoded at worst, with RelayState.
const formLimit = 640 * 1024;
const challenge = fixedChallenge(session.challenge);

/** Single sign-on for browsers, by SAML 2.0 and OpenID Connect. */
export async function mountSso(app: FastifyInstance): Promise<void> {
  await app.register(async (sso) => {
    await sso.register(fastifyFormbody, { bodyLimit: formLimit });
    sso.setErrorHandler((error, request, reply) => sendRefusal(error, request, reply));
    const options = { config: { challenge } };
    sso.get("/sso/saml/:connectionId/metadata", options, sendMetadata);
    sso.get("/sso/saml/:connectionId/login", options, (...of) => begin("saml", ...of));
    sso.post("/sso/saml/:connectionId/acs", { ...options, bodyLimit: formLimit }, finishSaml);
    sso.get("/sso/oidc/:connectionId/login", options, (...of) => begin("oidc", ...of));
    sso.get("/sso/oidc/:connectionId/callback", options, finishOidc);
  });
}

async function sendMetadata(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fields = { connectionId: connectionOf(request) };
  const { xml } = await callForPage(request, visitorOf(request), getSamlMetadata, fields);
  return reply.type("application/samlmetadata+xml; charset=utf-8").send(xml);
}

async function begin(
  protocol: SsoProtocol,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = queryOf(request);
  const former = await readBrowserSession(request, reply);
  const { location, browserSecret } = await callForPage(
    request,
    visitorOf(request),
    beginSsoSignIn,
    {
      connectionId: connectionOf(request),
      protocol,
      browserSecret: readBrowserSecret(request),
      ticket: query["test"] ?? null,
      formerSessionId: former?.sessionId ?? null,
      returnTo: returnPath(query["return"], startPath(request)),
    },
  );
  setBrowserSecret(reply, request.region, browserSecret);
  return reply.header("cache-control", "no-store").redirect(location, 303);
}

async function finishSaml(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const outcome = await callForPage(request, visitorOf(request), finishSamlSignIn, {
    connectionId: connectionOf(request),
    browserSecret: readBrowserSecret(request),
    samlResponse: formField(request, "SAMLResponse"),
    relayState: formField(request, "RelayState"),
    ...browserOf(request),
  });
  return sendOutcome(request, reply, outcome);
}

async function finishOidc(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const outcome = await callForPage(request, visitorOf(request), finishOidcSignIn, {
    connectionId: connectionOf(request),
    browserSecret: readBrowserSecret(request),
    answer: queryOf(request),
    ...browserOf(request),
  });
  return sendOutcome(request, reply, outcome);
}

/** @throws Problem NOT_FOUND for what is no id. */
function connectionOf(request: FastifyRequest): string {
  const { connectionId } = request.params as { readonly connectionId: string };
  if (isUuid(connectionId)) return connectionId.toLowerCase();
  throw notFound("The connection");
}

/** Parameters that are given once. A repeated one is left out: which of its values counts is not certain. */
function queryOf(request: FastifyRequest): Record<string, string> {
  const all = Object.entries(request.query as Record<string, unknown>);
  return Object.fromEntries(
    all.flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value.slice(0, 4096)]] : [],
    ),
  ) as Record<string, string>;
}
