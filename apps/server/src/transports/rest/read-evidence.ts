import type { FastifyRequest } from "fastify";
import { isSessionToken } from "../../platform/credentials/secret-format.ts";
import type { Evidence } from "../../platform/kernel/call.ts";
import { Problem } from "../../platform/problem.ts";
import { checkSameOrigin } from "../browser/check-same-origin.ts";
import { readAccessCookie } from "../browser/session-cookies.ts";

/**
 * The key of a call, or the token of an OAuth client, or else the session of the browser that sends it.
 *
 * @throws Problem API_KEY_INVALID for the token of a session outside its cookie, where no browser names
 *   the origin of the call; ORIGIN_REFUSED for a cookie that a page of another origin sent.
 */
export function readEvidence(request: FastifyRequest): Evidence {
  const given = request.headers["x-api-key"];
  const key = Array.isArray(given) ? given[0] : given;
  if (isSessionToken(key))
    throw new Problem("API_KEY_INVALID", "X-API-Key takes an API key. A session needs its cookie.");
  if (given !== undefined) return { secret: key };
  const token = /^Bearer +(svc_oauth_\w+) *$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token !== undefined) return { secret: token };
  const secret = readAccessCookie(request);
  if (secret !== undefined) checkSameOrigin(request);
  return { secret };
}

/** The organization that a call names, by id or slug. */
export function readOrganization(request: FastifyRequest): string | null {
  const named = request.headers["x-svc-organization"];
  return typeof named === "string" && named !== "" ? named : null;
}
