import type { FastifyReply, FastifyRequest } from "fastify";
import { delegablePermissions } from "@lintel/contract/words/permissions";
import { pagePath } from "../pages/page-path.ts";
import type { AuthorizationServer } from "./authorization-server.ts";
import { failureOf, type Failure } from "./failures.ts";
import { readScope } from "./metadata.ts";

/**
 * Lets the authorization server answer a request.
 *
 * @returns the failure that a page has to show; null where the request was answered.
 */
export async function serveProvider(
  { issuer, provider }: AuthorizationServer,
  request: FastifyRequest,
  reply: FastifyReply,
  url: string,
): Promise<Failure | null> {
  const { raw, region } = request;
  const { host, protocol } = new URL(issuer);
  Object.assign(raw, { url, originalUrl: pagePath({ region }, url) });
  Object.assign(raw.headers, {
    "x-forwarded-host": host,
    "x-forwarded-proto": protocol.slice(0, -1),
    "x-forwarded-for": request.address,
    "x-request-id": request.id,
  });
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  await provider.callback()(raw, reply.raw);
  const failure = failureOf(raw);
  if (failure !== undefined) return failure;
  reply.hijack();
  return null;
}

/** The parameters of an authorization request that are read; others are ignored (RFC 6749 §3.1). */
const parameters: ReadonlySet<string> = new Set([
  "client_id",
  "code_challenge",
  "code_challenge_method",
  "redirect_uri",
  "resource",
  "response_type",
  "state",
]);

/** The query of an authorization request. A client that names no permission asks for all. */
export function chooseParameters(query: string): string {
  const given = new URLSearchParams(query);
  const chosen = [...given].filter(([name]) => parameters.has(name));
  const scope = readScope(given.get("scope"));
  const asked = scope.length === 0 ? delegablePermissions : scope;
  chosen.push(["scope", asked.join(" ")]);
  if (given.get("prompt") === "none") chosen.push(["prompt", "none"]);
  return new URLSearchParams(chosen).toString();
}
