import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fastifyFormbody from "@fastify/formbody";
import { toolResource } from "../../platform/credentials/token-resources.ts";
import { sendProblemPage } from "../pages/pages.plugin.ts";
import {
  createAuthorizationServers,
  type FindRegion,
  type ServedRegion,
} from "./authorization-server.ts";
import { mountConsent } from "./consent-pages.ts";
import { mountDevice } from "./device-pages.ts";
import { sendFailure, type Failure } from "./failures.ts";
import { describeResource, describeServer, endpoints } from "./metadata.ts";
import { registerClient } from "./registration.ts";
import { chooseParameters, serveProvider } from "./serve-provider.ts";
import { takeFromSource } from "./source-budget.ts";

export interface OauthOptions {
  readonly regions: readonly ServedRegion[];
  /** Whether clients may register themselves (RFC 7591). */
  readonly isRegistrationOpen: boolean;
}

/** The authorization server of every region: its endpoints, metadata and pages. */
export async function mountOauth(app: FastifyInstance, options: OauthOptions): Promise<void> {
  const regions = new Map(
    options.regions.map((one) => [
      one.platform.region,
      { ...one, find: createAuthorizationServers(one) },
    ]),
  );
  const find: FindRegion = ({ region }) => {
    const found = regions.get(region);
    if (found === undefined) throw new Error(`Region ${region} has no authorization server.`);
    return { ...found, server: found.find() };
  };
  await app.register(async (scope) => mountEndpoints(scope, find));
  await app.register(async (scope) => mountMetadata(scope, find, options));
  await app.register(async (scope) => {
    await scope.register(fastifyFormbody, { bodyLimit: 64 * 1024 });
    scope.setErrorHandler((error, request, reply) => sendProblemPage(error, request, reply));
    mountConsent(scope, find);
    mountDevice(scope, find);
  });
}

/** The provider reads the bodies of these itself. */
function mountEndpoints(app: FastifyInstance, find: FindRegion): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_, __, done) => done(null));
  const admit = (request: FastifyRequest, budget: "oauthAuthorization" | "oauthDeviceCode") =>
    takeFromSource(find(request).platform.rateWindow, budget, request.address);
  const serve = async (request: FastifyRequest, reply: FastifyReply, url: string) => {
    const failure = await serveProvider(find(request).server, request, reply, url);
    return failure === null ? reply : sendFailure(reply, failure);
  };
  app.get(endpoints.authorization, async (request, reply) => {
    if (!(await admit(request, "oauthAuthorization"))) return sendFailure(reply, tooMany(reply));
    const [, query = ""] = request.originalUrl.split("?", 2);
    return serve(request, reply, `${endpoints.authorization}?${chooseParameters(query)}`);
  });
  app.get(`${endpoints.authorization}/:uid`, async (request, reply) => {
    const { uid } = request.params as { uid: string };
    return serve(request, reply, `${endpoints.authorization}/${encodeURIComponent(uid)}`);
  });
  app.post(endpoints.deviceAuthorization, async (request, reply) => {
    if (await admit(request, "oauthDeviceCode"))
      return serve(request, reply, endpoints.deviceAuthorization);
    const { status, error, detail } = tooMany(reply);
    return reply.code(status).send({ error, error_description: detail });
  });
  const preflight = endpoints.deviceAuthorization;
  app.options(preflight, (request, reply) => serve(request, reply, preflight));
  for (const url of [endpoints.token, endpoints.revocation])
    app.route({
      method: ["POST", "OPTIONS"],
      url,
      handler: (one, reply) => serve(one, reply, url),
    });
}

/** A refusal of what an address asks for too often. */
function tooMany(reply: FastifyReply): Failure & { readonly detail: string } {
  reply.headers({ "retry-after": "60", "cache-control": "no-store" });
  const detail = "there were too many from this address; try again in a minute";
  return { status: 429, error: "temporarily_unavailable", detail };
}

/** Documents that pages of other origins read, without any credential. */
function mountMetadata(
  app: FastifyInstance,
  find: FindRegion,
  { isRegistrationOpen }: OauthOptions,
): void {
  app.addHook("onRequest", async (_, reply) => {
    reply.header("access-control-allow-origin", "*");
  });
  const publish = (url: string, describe: (issuer: string) => object) => {
    app.get(url, async (request, reply) =>
      reply
        .header("cache-control", "public, max-age=300")
        .send(describe(find(request).server.issuer)),
    );
    app.options(url, allowOrigins("GET"));
  };
  const server = "/.well-known/oauth-authorization-server";
  const resource = "/.well-known/oauth-protected-resource";
  // The region is a suffix here (RFC 8414 §3.1, RFC 9728 §3.1).
  for (const region of ["", "/us"]) {
    publish(server + region, (issuer) => describeServer(issuer, { isRegistrationOpen }));
    publish(resource + region, (issuer) => describeResource(issuer, issuer));
    publish(`${resource}${region}/mcp`, (issuer) => describeResource(issuer, toolResource(issuer)));
  }
  if (!isRegistrationOpen) return;
  app.post(endpoints.registration, (request, reply) =>
    registerClient(find(request), request, reply),
  );
  app.options(endpoints.registration, allowOrigins("POST"));
}

const allowOrigins = (methods: string) => async (_: FastifyRequest, reply: FastifyReply) =>
  reply
    .code(204)
    .headers({
      "access-control-allow-methods": methods,
      "access-control-allow-headers": "*",
      "access-control-max-age": "3600",
    })
    .send();
