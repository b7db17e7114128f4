import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { renderList } from "@lintel/scim/answers";
import { select, type Selection } from "@lintel/scim/selection";
import { scimAddress } from "../../features/scim/scim-address.ts";
import { scimToken } from "../../platform/credentials/scim-token.ts";
import { createVisitor } from "../../platform/credentials/visitor.ts";
import type { Caller } from "../../platform/kernel/call.ts";
import { Problem } from "../../platform/problem.ts";
import { readJson } from "../rest/read-json.ts";
import { refuseKeyInQuery } from "../rest/read-input.ts";
import { kernelOf } from "../rest/rest.plugin.ts";
import { fixedChallenge } from "../rest/challenge.ts";
import { groupAddress } from "../../platform/rate/group-address.ts";
import { readBearer } from "./read-bearer.ts";
import { logRequests, type FindLog } from "./log-requests.ts";
import { describe } from "./scim-discovery.ts";
import { readFields, readWanted } from "./scim-fields.ts";
import { matchRoute, type ScimRoute } from "./scim-routes.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What a request of an identity provider addresses. */
    scimRoute: ScimRoute | null;
  }
}

export interface ScimOptions {
  /** The origin under which identity providers reach the server. */
  readonly publicOrigin: () => string;
  readonly findLog: FindLog;
}

const mediaType = "application/scim+json";
const maxBodyBytes = 1024 * 1024;

/** Serves identity providers: SCIM 2.0 (RFC 7644) at `/scim/v2/{slug}`, and below the region's prefix. */
export async function mountScim(app: FastifyInstance, options: ScimOptions): Promise<void> {
  app.decorateRequest("scimRoute", null);
  // A scope of its own, because no other transport reads this media type.
  await app.register(async (scope) => {
    logRequests(scope, options.findLog);
    scope.addContentTypeParser(mediaType, { parseAs: "buffer" }, readJson);
    scope.route({
      method: scope.supportedMethods,
      url: "/scim/*",
      bodyLimit: maxBodyBytes,
      config: { challenge: fixedChallenge(scimToken.challenge) },
      onRequest: async (request) => {
        refuseKeyInQuery(request);
        request.scimRoute = matchRoute(request.method, pathOf(request));
        request.caller = beginCaller(request, request.scimRoute);
        await admit(request, request.caller);
      },
      handler: async (request, reply) => answer(request, reply, options),
    });
  });
}

/** The path without the region's prefix. */
function pathOf({ url }: FastifyRequest): string {
  return url.split("?", 1)[0] ?? "";
}

function beginCaller(request: FastifyRequest, route: ScimRoute): Caller {
  const source = groupAddress(request.address);
  const { id: requestId } = request;
  if (route.kind === "discovery") {
    const visitor = createVisitor(source);
    const budgets = { of: "scim", user: "", agent: "" } as const;
    return { requestId, evidence: { principal: { ...visitor, budgets } }, source };
  }
  return {
    requestId,
    evidence: { secret: readBearer(request) },
    organizationId: route.slug,
    isProvider: true,
    source,
  };
}

/** The texts of refused keys would puzzle the administrator of an identity provider. */
async function admit(request: FastifyRequest, caller: Caller): Promise<void> {
  try {
    await kernelOf(request).admitCaller(caller);
  } catch (error) {
    if (!(error instanceof Problem) || !isOfKey(error)) throw error;
    const other = request.region === "us" ? "without /us" : "with /us in front of /scim";
    throw new Problem(
      "SCIM_TOKEN_INVALID",
      error.code === "API_KEY_MISSING"
        ? "Send the SCIM token as Authorization: Bearer."
        : `The SCIM token is unknown in region ${request.region}. If the organization is in the other region, use the address ${other}.`,
    );
  }
}

const isOfKey = ({ code }: Problem): boolean =>
  code === "API_KEY_MISSING" || code === "API_KEY_INVALID";

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicOrigin }: ScimOptions,
): Promise<FastifyReply> {
  const { scimRoute: route, caller } = request;
  if (route === null || caller === null) throw new Error("The request was not admitted.");
  if (route.kind === "discovery") {
    const base = scimAddress({ region: request.region, publicOrigin }, route.slug);
    return send(reply, describe(route.document, route.id, base));
  }
  const { operation, status } = route.function;
  request.call = { ...caller, operation, parent: request.span, isCallerAdmitted: true };
  const wanted = readWanted(request);
  const outcome = await kernelOf(request).callWithFields(request.call, async () =>
    readFields(request, route, wanted),
  );
  const output = await outcome.output;
  reply.code(status);
  if (status === 204) return reply.send();
  if (status === 201) reply.header("location", locationOf(output));
  return send(reply, toAnswer(output, wanted));
}

/** Serialized here: Fastify would add a charset, which the media type does not have. */
function send(reply: FastifyReply, body: object): FastifyReply {
  return reply.header("content-type", mediaType).send(Buffer.from(JSON.stringify(body)));
}

interface ScimListPage {
  readonly totalResults: number;
  readonly startIndex: number;
  readonly resources: readonly object[];
}

const isPage = (output: object): output is ScimListPage => "resources" in output;

/** The selected attributes of a resource, or of each on a page. */
function toAnswer(output: unknown, wanted: Selection): object {
  const given = output as object;
  if (!isPage(given)) return select(given, wanted);
  return renderList(
    given.resources.map((resource) => select(resource, wanted)),
    given,
  );
}

function locationOf(output: unknown): string {
  return (output as { readonly meta: { readonly location: string } }).meta.location;
}
